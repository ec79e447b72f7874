import { expect, test, vi } from 'vitest';
import { recall, remember } from './booking-draft.ts';

const LAST = { phone: '01712345678', location: 'Mirpur 10' };

const stored = new Map<string, string>();
const setItem = vi.fn((key: string, value: string) => void stored.set(key, value));
vi.stubGlobal('localStorage', { getItem: (key: string) => stored.get(key) ?? null, setItem });

test('phone and pick-up point are filled in for the same user only', () => {
  remember('ayesha', LAST);
  expect(recall('ayesha')).toEqual(LAST);
  expect(recall('tanvir')).toEqual({});
});

test('full storage does not fail a booking', () => {
  setItem.mockImplementationOnce(() => {
    throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
  });
  remember('nusrat', LAST);
  expect(recall('nusrat')).toEqual({});
});
