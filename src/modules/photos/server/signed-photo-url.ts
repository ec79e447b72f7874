import { createHmac, timingSafeEqual } from 'node:crypto';
import { photoIdOf } from '../rules.ts';

/** Minimum lifetime of a private photo's URL. A page that shows it is read within an hour. */
const URL_VALID_HOURS = 1;
const HOUR_MS = 3_600_000;

/** Returns a signed URL of a private photo, valid for one to two hours. The caller checks the reader's access. */
export function signedPhotoUrl(secret: string, address: string): string {
  // The URL is the same within an hour, so that the browser cache applies.
  const until = (Math.floor(Date.now() / HOUR_MS) + 1 + URL_VALID_HOURS) * HOUR_MS;
  const id = photoIdOf(address) ?? '';
  return `/media/private/${id}-800.webp?until=${until}&signature=${sign(secret, id, until)}`;
}

/** Whether the signature of a private photo's URL is valid and has not expired. */
export function isSigned(secret: string, id: string, { until, signature }: Record<string, unknown>): boolean {
  const end = Number(until);
  if (typeof signature !== 'string' || !(end > Date.now())) return false;
  const [given, own] = [Buffer.from(signature), Buffer.from(sign(secret, id, end))];
  return given.length === own.length && timingSafeEqual(given, own);
}

function sign(secret: string, id: string, until: number): string {
  return createHmac('sha256', secret).update(`private-photo:${id}:${until}`).digest('base64url');
}
