import { expect, test, vi } from 'vitest';
import { recall, remember } from './booking-draft.ts';

const LAST = { phone: '01712345678', location: 'Mirpur 10' };

// The device's store, as the standard has it (Web Storage).
const stored = new Map<string, string>();
const setItem = vi.fn((key: string, value: string) => void stored.set(key, value));
vi.stubGlobal('localStorage', { getItem: (key: string) => stored.get(key) ?? null, setItem });

test('phone and pick-up point are known again, to the same person alone', () => {
  remember('ayesha', LAST);
  expect(recall('ayesha')).toEqual(LAST);
  expect(recall('tanvir')).toEqual({});
});

test('a device whose store is full undoes no booking', () => {
  setItem.mockImplementationOnce(() => {
    throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
  });
  remember('nusrat', LAST);
  expect(recall('nusrat')).toEqual({});
});
