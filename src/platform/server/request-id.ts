import { randomBytes } from 'node:crypto';

/** A short id for a request, that people can read to us over the phone: 12 letters and digits, none of them alike. */
export function requestId(): string {
  const letters = '23456789abcdefghjkmnpqrstuvwxyz';
  return Array.from(randomBytes(12), (byte) => letters[byte % letters.length]).join('');
}
