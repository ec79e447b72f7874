import { z } from 'zod';
import { message } from './message-reference.ts';
import {
  asciiDigits,
  cleanText,
  isPrintable,
  NUMBER_MAX_CHARS,
  priceFault,
  readNumber,
  stripBidiControls,
} from './typed-input.ts';

const typedNumber = z
  .union([z.number(), z.string().trim().min(1, 'error.required').max(NUMBER_MAX_CHARS, 'error.number')], {
    error: ({ input }) => (input === undefined ? 'error.required' : 'error.number'),
  })
  .transform((typed, context) => {
    const value = readNumber(typed);
    if (!Number.isNaN(value)) return value;
    context.addIssue({ code: 'custom', message: 'error.number' });
    return z.NEVER;
  });

/** A price in Tk: above 0, at most two decimals. */
export const price = tkSchema((fault) => fault);

const AMOUNT_FAULTS: Record<string, string> = {
  'error.pricePositive': 'error.amountPositive',
  'error.priceMax': 'error.amountMax',
  'error.priceDecimals': 'error.amountDecimals',
};

/** An amount in Tk that is no price, such as a part of the money, with messages of its own. */
export const amount = tkSchema((fault) => AMOUNT_FAULTS[fault] ?? fault);

function tkSchema(messageOf: (fault: string) => string) {
  return typedNumber.pipe(
    z.number().superRefine((tk, context) => {
      const fault = priceFault(tk);
      if (fault) context.addIssue({ code: 'custom', message: messageOf(fault) });
    }),
  );
}

/** Years of use, 0 to 30, with at most one decimal. */
export const years = typedNumber.pipe(
  z
    .number()
    .min(0, 'error.yearsRange')
    .max(30, 'error.yearsRange')
    .refine((value) => Math.abs(value * 10 - Math.round(value * 10)) < 1e-9, 'error.yearsDecimals'),
);

/** Converts Tk to poisha, the minor unit in the database. */
export const toPoisha = (tk: number): number => Math.round(tk * 100);

/** Converts poisha to Tk, the unit of calls and screens. */
export const toTk = (poisha: number): number => poisha / 100;

/** Converts `+8801712-345678`, also in Bangla digits, to `01712345678`. */
function normalisePhone(typed: string): string {
  return asciiDigits(stripBidiControls(typed))
    .replace(/[\s().-]/g, '')
    .replace(/^(\+|00)?880(?=1)/, '0');
}

const digitCountFault = (n: number) => (n === 1 ? 'book.phoneErrorOne' : message('book.phoneError', { n }));

/** A Bangladeshi mobile number, normalised to 01XXXXXXXXX (BTRC numbering plan: operators 013 to 019); it may be empty. */
export const optionalPhone = z
  .string('error.phoneRequired')
  .max(40, 'error.phoneShape')
  .transform(normalisePhone)
  .superRefine((number, context) => {
    if (number === '' || /^01[3-9]\d{8}$/.test(number)) return;
    if (/^\d+$/.test(number) && number.length !== 11)
      context.addIssue({ code: 'custom', message: digitCountFault(number.length) });
    else context.addIssue({ code: 'custom', message: 'error.phoneShape' });
  });

/** The same for a number that must be given. */
export const phone = optionalPhone.refine((number) => number !== '', 'error.phoneRequired');

/** A schema of printable text on one line, trimmed. It refuses control characters (such as NUL) and lone surrogates. */
export function line(max: number, required = 'error.required') {
  return text(max, required).refine(isOneLine, 'error.text');
}

const isOneLine = (value: string) => !/[\n\r]/.test(value);
const isEmptyOrPlace = (value: string) => value === '' || /([\p{L}\p{M}\p{N}].*){3}/u.test(value);

/** A schema of a place to meet: at least three letters or digits of any script. */
export function place(max: number, required: string) {
  return line(max, required).refine(isEmptyOrPlace, 'error.placeShort');
}

/** The same for a place that may be empty. */
export function optionalPlace(max: number) {
  return optionalText(max).refine(isOneLine, 'error.text').refine(isEmptyOrPlace, 'error.placeShort');
}

/**
 * A schema of printable text, trimmed, at most `max` characters, without bidirectional control characters. A text without a
 * visible character is missing.
 */
export function text(max: number, required = 'error.required') {
  return optionalText(max, required).min(1, required);
}

/** Characters that have no glyph (UAX #44, Default_Ignorable_Code_Point), and annotation marks. */
const NO_GLYPH = /[\p{Default_Ignorable_Code_Point}\ufff9-\ufffb]/gu;

/** White space, and the Braille pattern without dots. */
const BLANKS = /[\s\u2800]+/g;

/** Returns the number of characters that a reader sees. Blanks in a row count as one, at the ends as none. */
export function visibleLength(typed: string): number {
  return [...typed.replace(NO_GLYPH, '').replace(BLANKS, ' ').trim()].length;
}

/** The same with at least `min` visible characters. */
export function longText(min: number, max: number, required: string, short: string) {
  return text(max, required).refine((value) => visibleLength(value) >= min, short);
}

/** Returns the schema of a text that may be empty and may have line breaks. `notText` is the error for another type. */
export function optionalText(max: number, notText = 'error.required') {
  return z
    .string(notText)
    .overwrite(cleanText)
    .max(max, message('error.tooLong', { n: max }))
    .refine(isPrintable, 'error.text');
}

export const id = z.uuid('error.id');

/** A character that an e-mail address may contain: it has a glyph and separates no addresses. */
const EMAIL_CHARACTER = String.raw`[^\s<>()[\],;:"\\@\p{Cc}\p{Cs}\p{Default_Ignorable_Code_Point}\ufff9-\ufffb\u2800]`;

/** One address (lengths: RFC 5321, 4.5.3.1). */
const EMAIL = new RegExp(`^${EMAIL_CHARACTER}{1,64}@${EMAIL_CHARACTER}{1,253}$`, 'u');

/** An e-mail address in lower case; addresses are compared in lower case everywhere. */
export const email = z
  .string('error.emailRequired')
  .trim()
  .toLowerCase()
  .min(1, 'error.emailRequired')
  .max(254, 'error.emailShape')
  .regex(EMAIL, 'error.emailShape');

// Ids and instants (ISO 8601, UTC) in replies come from typed columns, so they are described and not validated again.
export const ourId = z.string().meta({ format: 'uuid' });
export const instant = z.string().meta({ format: 'date-time' });

/** The query of every keyset-paged list. The cursor is opaque: it comes from the Link header of the page before. */
export const pageQuery = z.object({ cursor: z.string().max(400).optional() });
/** Default of the setting PAGE_SIZE. */
export const DEFAULT_PAGE_ROWS = 24;
