import { createHmac, timingSafeEqual } from 'node:crypto';
import { photoIdOf } from '../rules.ts';

/** For how long a private photo's address works: a page that shows it is read within an hour. */
const ADDRESS_HOURS = 1;
const HOUR_MS = 3_600_000;

/** Returns an address of a private photo. It works for one to two hours. The caller checks the reader. */
export function privateAddress(secret: string, address: string): string {
  // The same address within an hour, so that a browser shows its copy.
  const until = (Math.floor(Date.now() / HOUR_MS) + 1 + ADDRESS_HOURS) * HOUR_MS;
  const id = photoIdOf(address) ?? '';
  return `/media/private/${id}-800.webp?until=${until}&signature=${sign(secret, id, until)}`;
}

/** Whether such an address is the store's own and still works. */
export function isSigned(secret: string, id: string, { until, signature }: Record<string, unknown>): boolean {
  const end = Number(until);
  if (typeof signature !== 'string' || !(end > Date.now())) return false;
  const [given, own] = [Buffer.from(signature), Buffer.from(sign(secret, id, end))];
  return given.length === own.length && timingSafeEqual(given, own);
}

function sign(secret: string, id: string, until: number): string {
  return createHmac('sha256', secret).update(`private-photo:${id}:${until}`).digest('base64url');
}
