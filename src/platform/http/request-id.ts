import { randomFillSync } from 'node:crypto';

const LETTERS = '23456789abcdefghjkmnpqrstuvwxyz';
const ID_LENGTH = 12;

/** Random bytes are requested for a thousand ids at a time, as each request costs more than the id. */
const chance = Buffer.alloc(ID_LENGTH * 1000);
let used = chance.length;

/** Returns a request id that people can read out: 12 letters and digits that do not look alike. */
export function requestId(): string {
  if (used === chance.length) {
    randomFillSync(chance);
    used = 0;
  }
  let id = '';
  for (const end = used + ID_LENGTH; used < end; used += 1) id += LETTERS[(chance[used] ?? 0) % LETTERS.length];
  return id;
}
