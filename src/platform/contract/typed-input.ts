/** What people type, read and judged without a schema: for the contracts' shapes, and for pages that need no more. */

const BANGLA_ZERO = 0x09e6;

/** Bangla digits become ASCII ones; everything else stays. */
export function asciiDigits(text: string): string {
  return text.replace(/[\u09e6-\u09ef]/g, (digit) => String(digit.charCodeAt(0) - BANGLA_ZERO));
}

/** A number as people type it: Bangla digits, Indian grouping commas and spaces are accepted. NaN when it is none. */
export function readNumber(typed: string | number): number {
  if (typeof typed === 'number') return typed;
  const plain = asciiDigits(typed).replace(/[\s,]/g, '');
  return /^[+-]?\d+(\.\d+)?$/.test(plain) ? Number(plain) : Number.NaN;
}

/** More than this is no number that somebody meant. */
export const NUMBER_LENGTH = 40;

/** The dearest thing that can be listed, in Tk. */
export const PRICE_MAX = 10_000_000;

/** What is wrong with a price in Tk: it is above 0 and has at most two decimals. Nothing when it is fine. */
export function priceFault(tk: number): string | undefined {
  if (Number.isNaN(tk)) return 'error.number';
  if (tk <= 0) return 'error.pricePositive';
  if (tk > PRICE_MAX) return 'error.priceMax';
  // As near as a float of its size can come: next to nothing is not nothing.
  if (Math.abs(tk * 100 - Math.round(tk * 100)) > tk * 1e-13) return 'error.priceDecimals';
  return undefined;
}

/** A price in Tk as somebody typed it, with what is wrong with it. */
export function readPrice(typed: string): { tk: number; fault: string | undefined } {
  const tk = typed.trim().length > NUMBER_LENGTH ? Number.NaN : readNumber(typed);
  return { tk, fault: priceFault(tk) };
}

/**
 * Marks that turn the direction of whatever stands after them on the page, too (UAX #9, 2.1 to 2.4): with them a name could
 * make its neighbour's price read backwards. Numbers that are copied from a phone's contacts often carry them, unseen.
 */
const TURNS = /[\u202a-\u202e\u2066-\u2069]/g;

export function withoutTurns(typed: string): string {
  return typed.replace(TURNS, '');
}

/** Control characters, but for tab and the line's end. */
const CONTROL = /(?![\t\n\r])\p{Cc}/u;

/** No control characters (NUL among them), no lone surrogates. */
export function isPrintable(value: string): boolean {
  return !CONTROL.test(value) && value.isWellFormed();
}

/** A text of one line that says something, in up to `max` characters. */
export function isLine(typed: string, max: number): boolean {
  const value = withoutTurns(typed).trim();
  return value !== '' && value.length <= max && isPrintable(value) && !/[\n\r]/.test(value);
}

/** A UUID (RFC 9562), as ours are. */
export function isId(typed: string): boolean {
  return /^[\da-f]{8}-[\da-f]{4}-[1-8][\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/i.test(typed);
}
