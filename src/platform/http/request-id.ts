import { randomFillSync } from 'node:crypto';

const LETTERS = '23456789abcdefghjkmnpqrstuvwxyz';
const LENGTH = 12;

/** Asking the system for chance costs more than using it: it is asked for a thousand ids at a time. */
const chance = Buffer.alloc(LENGTH * 1000);
let used = chance.length;

/** A short id for a request, that people can read to us over the phone: 12 letters and digits, none of them alike. */
export function requestId(): string {
  if (used === chance.length) {
    randomFillSync(chance);
    used = 0;
  }
  let id = '';
  for (const end = used + LENGTH; used < end; used += 1) id += LETTERS[(chance[used] ?? 0) % LETTERS.length];
  return id;
}
