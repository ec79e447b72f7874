import { z } from 'zod';
import { message } from './message.ts';

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

const typedNumber = z
  .union([z.number(), z.string().trim().min(1, 'error.required').max(40, 'error.number')], {
    error: ({ input }) => (input === undefined ? 'error.required' : 'error.number'),
  })
  .transform((typed, context) => {
    const value = readNumber(typed);
    if (!Number.isNaN(value)) return value;
    context.addIssue({ code: 'custom', message: 'error.number' });
    return z.NEVER;
  });

/** The dearest thing that can be listed, in Tk. */
export const PRICE_MAX = 10_000_000;

/** A price in Tk as the wire carries it: above 0, at most two decimals. */
export const price = typedNumber.pipe(
  z
    .number()
    .positive('error.pricePositive')
    .max(PRICE_MAX, 'error.priceMax')
    // As near as a float of its size can come: next to nothing is not nothing.
    .refine((tk) => Math.abs(tk * 100 - Math.round(tk * 100)) <= Math.abs(tk) * 1e-13, 'error.priceDecimals'),
);

/** Years of use, 0 to 30; halves and tenths are fine. */
export const years = typedNumber.pipe(
  z
    .number()
    .min(0, 'error.yearsRange')
    .max(30, 'error.yearsRange')
    .refine((value) => Math.abs(value * 10 - Math.round(value * 10)) < 1e-9, 'error.yearsDecimals'),
);

/** Tk to poisha, the minor unit that the database keeps. */
export const toPoisha = (tk: number): number => Math.round(tk * 100);

/** Poisha to Tk, the unit of the wire and of the screens. */
export const toTk = (poisha: number): number => poisha / 100;

/** `+8801712-345678` and Bangla digits become `01712345678`. */
export function normalisePhone(typed: string): string {
  return asciiDigits(typed)
    .replace(TURNS, '')
    .replace(/[\s().-]/g, '')
    .replace(/^(\+|00)?880(?=1)/, '0');
}

/** A Bangladeshi mobile number, kept as 01XXXXXXXXX (BTRC numbering plan: operators 013 to 019). */
export const phone = z
  .string('error.phoneRequired')
  .max(40, 'error.phoneShape')
  .transform(normalisePhone)
  .superRefine((number, context) => {
    if (number === '') context.addIssue({ code: 'custom', message: 'error.phoneRequired' });
    else if (/^01[3-9]\d{8}$/.test(number)) return;
    else if (/^\d+$/.test(number) && number.length !== 11)
      context.addIssue({ code: 'custom', message: message('book.phoneError', { n: number.length }) });
    else context.addIssue({ code: 'custom', message: 'error.phoneShape' });
  });

/** Printable text on one line, trimmed. Control characters (NUL among them) and lone surrogates are refused. */
export function line(max: number, required = 'error.required') {
  return text(max, required).refine((value) => !/[\n\r]/.test(value), 'error.text');
}

/** Somewhere to meet, in a few words: at least three letters or digits, of any script. */
export function place(max: number, required: string) {
  return line(max, required).refine(
    (value) => value === '' || /([\p{L}\p{M}\p{N}].*){3}/u.test(value),
    'error.placeShort',
  );
}

/** Printable text, trimmed, up to `max` characters, without marks that turn its direction. */
export function text(max: number, required = 'error.required') {
  return z
    .string(required)
    .overwrite((typed) => typed.replace(TURNS, ''))
    .trim()
    .min(1, required)
    .max(max, message('error.tooLong', { n: max }))
    .refine(isPrintable, 'error.text');
}

/**
 * Marks that turn the direction of whatever stands after them on the page, too (UAX #9, 2.1 to 2.4): with them a name could
 * make its neighbour's price read backwards. Numbers that are copied from a phone's contacts often carry them, unseen.
 */
const TURNS = /[\u202a-\u202e\u2066-\u2069]/g;

/** Control characters, but for tab and the line's end. */
const CONTROL = /(?![\t\n\r])\p{Cc}/u;

function isPrintable(value: string): boolean {
  return !CONTROL.test(value) && value.isWellFormed();
}

export const id = z.uuid('error.id');

/** One address, and nothing that a mail could read as a second one (RFC 5321, 4.5.3.1 for the lengths). */
const EMAIL = /^[^\s<>()[\],;:"\\@\p{Cc}\p{Cs}]{1,64}@[^\s<>()[\],;:"\\@\p{Cc}\p{Cs}]{1,253}$/u;

/** E-mail addresses are compared in lower case everywhere. */
export const email = z
  .string('error.emailRequired')
  .trim()
  .toLowerCase()
  .min(1, 'error.emailRequired')
  .max(254, 'error.emailShape')
  .regex(EMAIL, 'error.emailShape');

/** An instant, ISO 8601 in UTC. */
export const instant = z.iso.datetime();

/** The query of every keyset-paged list. The cursor is opaque: it is what the Link header of the page before gave. */
export const pageQuery = z.object({ cursor: z.string().max(400).optional() });
/** How much of a list is answered at a time, unless the setting of that name says otherwise. */
export const PAGE_SIZE = 24;
