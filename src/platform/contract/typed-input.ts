// Parsing and validation of typed input without zod, for schemas and for pages that do not load zod.

const BANGLA_ZERO_CODE_POINT = 0x09e6;

/** Replaces Bangla digits by ASCII digits. */
export function asciiDigits(text: string): string {
  return text.replace(/[\u09e6-\u09ef]/g, (digit) => String(digit.charCodeAt(0) - BANGLA_ZERO_CODE_POINT));
}

/** Parses a typed number. Accepts Bangla digits, grouping commas and spaces. Returns NaN for anything else. */
export function readNumber(typed: string | number): number {
  if (typeof typed === 'number') return typed;
  const plain = asciiDigits(typed).replace(/[\s,]/g, '');
  return /^[+-]?\d+(\.\d+)?$/.test(plain) ? Number(plain) : Number.NaN;
}

/** Maximum length of a typed number, in characters. */
export const NUMBER_MAX_CHARS = 40;

/** Highest price of a product. */
const PRICE_MAX_TK = 10_000_000;

/** Returns the message key of an invalid price in Tk; undefined for a valid one: above 0, with at most two decimals. */
export function priceFault(tk: number): string | undefined {
  if (Number.isNaN(tk)) return 'error.number';
  if (tk <= 0) return 'error.pricePositive';
  if (tk > PRICE_MAX_TK) return 'error.priceMax';
  // The tolerance is relative, so that a tiny price does not count as rounded.
  if (Math.abs(tk * 100 - Math.round(tk * 100)) > tk * 1e-13) return 'error.priceDecimals';
  return undefined;
}

/** Parses a typed price in Tk. Returns the number, and a message key when it is invalid. */
export function readPrice(typed: string): { tk: number; fault: string | undefined } {
  const tk = typed.trim().length > NUMBER_MAX_CHARS ? Number.NaN : readNumber(typed);
  return { tk, fault: priceFault(tk) };
}

/**
 * Bidirectional control characters (UAX #9, 2.1 to 2.4). They would reverse the text after them, such as a price after a
 * name. Numbers copied from a phone's contacts often carry them.
 */
const BIDI_CONTROLS = /[\u202a-\u202e\u2066-\u2069]/g;

/** Removes bidirectional control characters. */
export function stripBidiControls(typed: string): string {
  return typed.replace(BIDI_CONTROLS, '');
}

/**
 * A character with a glyph. Characters without one (UAX #44, Default_Ignorable_Code_Point) join or separate Bangla
 * letters.
 */
const GLYPH = /[^\s\u2800\p{Default_Ignorable_Code_Point}\ufff9-\ufffb]/u;

/** Removes bidirectional control characters and blanks at the ends. Returns '' for a text without a visible character. */
export function cleanText(typed: string): string {
  return GLYPH.test(typed) ? stripBidiControls(typed).trim() : '';
}

/** Control characters except tab and line breaks. */
const CONTROL = /(?![\t\n\r])\p{Cc}/u;

/** Whether a text has no control characters (such as NUL) and no lone surrogates. */
export function isPrintable(value: string): boolean {
  return !CONTROL.test(value) && value.isWellFormed();
}

/** Whether a text is one non-empty line of at most `max` characters. */
export function isSingleLine(typed: string, max: number): boolean {
  const value = cleanText(typed);
  return value !== '' && value.length <= max && isPrintable(value) && !/[\n\r]/.test(value);
}

/** Whether a text is a UUID (RFC 9562). */
export function isId(typed: string): boolean {
  return /^[\da-f]{8}-[\da-f]{4}-[1-8][\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/i.test(typed);
}
