import { z } from 'zod';
import { message } from './message-reference.ts';
import { asciiDigits, isPrintable, NUMBER_LENGTH, priceFault, readNumber, withoutTurns } from './typed-input.ts';

const typedNumber = z
  .union([z.number(), z.string().trim().min(1, 'error.required').max(NUMBER_LENGTH, 'error.number')], {
    error: ({ input }) => (input === undefined ? 'error.required' : 'error.number'),
  })
  .transform((typed, context) => {
    const value = readNumber(typed);
    if (!Number.isNaN(value)) return value;
    context.addIssue({ code: 'custom', message: 'error.number' });
    return z.NEVER;
  });

/** A price in Tk as the wire carries it: above 0, at most two decimals. */
export const price = typedNumber.pipe(
  z.number().superRefine((tk, context) => {
    const fault = priceFault(tk);
    if (fault) context.addIssue({ code: 'custom', message: fault });
  }),
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
  return asciiDigits(withoutTurns(typed))
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
    .overwrite(withoutTurns)
    .trim()
    .min(1, required)
    .max(max, message('error.tooLong', { n: max }))
    .refine(isPrintable, 'error.text');
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

/**
 * An id, and an instant (ISO 8601 in UTC), that we give: they come from columns that hold nothing else. They are described,
 * and not looked at again for each row of a list.
 */
export const ourId = z.string().meta({ format: 'uuid' });
export const instant = z.string().meta({ format: 'date-time' });

/** The query of every keyset-paged list. The cursor is opaque: it is what the Link header of the page before gave. */
export const pageQuery = z.object({ cursor: z.string().max(400).optional() });
/** How much of a list is answered at a time, unless the setting of that name says otherwise. */
export const PAGE_SIZE = 24;
