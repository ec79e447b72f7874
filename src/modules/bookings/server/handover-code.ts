import { createHmac } from 'node:crypto';

const CODE_CHARS = 6;
const CODES_COUNT = 10 ** CODE_CHARS;
/** Hexadecimal digits of a digest that make the code: a number below 2^48. */
const PREFIX_CHARS = 12;

/**
 * Returns the code of a booking's handover, or of its return: six digits, never all equal. It is derived from the store's
 * secret, so that no table or backup contains it.
 */
export function handoverCodeOf(secret: string, bookingId: string, purpose: 'handover' | 'return' = 'handover'): string {
  for (let round = 0; ; round += 1) {
    const digest = createHmac('sha256', secret).update(`${purpose}:${bookingId}:${round}`).digest('hex');
    const code = String(Number.parseInt(digest.slice(0, PREFIX_CHARS), 16) % CODES_COUNT).padStart(CODE_CHARS, '0');
    if (new Set(code).size > 1) return code;
  }
}
