import { afterAll, expect, test, vi } from 'vitest';
import { readDraft, saveLastBooking } from './booking-draft.ts';

const LAST = { phone: '01712345678', location: 'Mirpur 10' };

const of = (id: string, phone = '', pickup = '') => ({ id, phone, pickup });

const stored = new Map<string, string>();
const setItem = vi.fn((key: string, value: string) => void stored.set(key, value));
vi.stubGlobal('localStorage', { getItem: (key: string) => stored.get(key) ?? null, setItem });
afterAll(() => vi.unstubAllGlobals());

test('phone and pick-up point are filled in for the same user only', () => {
  saveLastBooking('ayesha', LAST);
  expect(readDraft(of('ayesha'))).toEqual(LAST);
  expect(readDraft(of('tanvir'))).toEqual({});
});

test('the usual phone and pick-up point of the account come before those of the last booking [13.11]', () => {
  saveLastBooking('lota', LAST);
  expect(readDraft(of('lota', '01912345678'))).toEqual({ phone: '01912345678', location: 'Mirpur 10' });
  expect(readDraft(of('lota', '01912345678', 'Banani'))).toEqual({ phone: '01912345678', location: 'Banani' });
});

test('full storage does not fail a booking', () => {
  setItem.mockImplementationOnce(() => {
    throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
  });
  saveLastBooking('nusrat', LAST);
  expect(readDraft(of('nusrat'))).toEqual({});
});
