import { afterAll, expect, test, vi } from 'vitest';
import { recall, remember } from './booking-draft.ts';

const LAST = { phone: '01712345678', location: 'Mirpur 10' };

const of = (id: string, phone = '', pickup = '') => ({ id, phone, pickup });

const stored = new Map<string, string>();
const setItem = vi.fn((key: string, value: string) => void stored.set(key, value));
vi.stubGlobal('localStorage', { getItem: (key: string) => stored.get(key) ?? null, setItem });
afterAll(() => vi.unstubAllGlobals());

test('phone and pick-up point are filled in for the same user only', () => {
  remember('ayesha', LAST);
  expect(recall(of('ayesha'))).toEqual(LAST);
  expect(recall(of('tanvir'))).toEqual({});
});

test('the usual phone and pick-up point of the account come before those of the last booking [13.11]', () => {
  remember('lota', LAST);
  expect(recall(of('lota', '01912345678'))).toEqual({ phone: '01912345678', location: 'Mirpur 10' });
  expect(recall(of('lota', '01912345678', 'Banani'))).toEqual({ phone: '01912345678', location: 'Banani' });
});

test('full storage does not fail a booking', () => {
  setItem.mockImplementationOnce(() => {
    throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
  });
  remember('nusrat', LAST);
  expect(recall(of('nusrat'))).toEqual({});
});
