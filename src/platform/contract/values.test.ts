import { describe, expect, test } from 'vitest';
import {
  amount,
  email,
  line,
  longText,
  optionalText,
  phone,
  place,
  price,
  text,
  toPoisha,
  toTk,
  years,
} from './values.ts';

const faultOf = (schema: typeof years | ReturnType<typeof place>, value: unknown) =>
  schema.safeParse(value).error?.issues[0]?.message;

test('years of use keep one decimal', () => {
  for (const [typed, kept] of [
    ['0', 0],
    ['২.৫', 2.5],
    [0.1, 0.1],
    [29.9, 29.9],
    [30, 30],
  ] as const)
    expect(years.parse(typed)).toBe(kept);
});

test('years with more decimals are refused, not rounded', () => {
  for (const typed of ['1.25', '১.২৫', 0.15, 29.99]) expect(faultOf(years, typed)).toBe('error.yearsDecimals');
  for (const typed of ['30.01', '31', -1, -0.1]) expect(faultOf(years, typed)).toBe('error.yearsRange');
});

test('a pick-up point names a place, in either script', () => {
  const point = place(120, 'book.pointError');
  for (const typed of ['Road 27, Dhanmondi', 'উত্তরা', 'ঢাকা', 'C-12', '  TSC '])
    expect(faultOf(point, typed)).toBeUndefined();
  for (const typed of ['x', '..........', '1 a', '--x--']) expect(faultOf(point, typed)).toBe('error.placeShort');
  expect(faultOf(point, ' ')).toBe('book.pointError');
});

test('a text loses its bidirectional control characters', () => {
  expect(line(100).parse('Pram \u202e005 4 kT\u202c')).toBe('Pram 005 4 kT');
  expect(text(100).parse('\u2067দোলনা\u2069\u202a')).toBe('দোলনা');
  expect(faultOf(line(100), ' \u202d ')).toBe('error.required');
  for (const bangla of ['র‍্যাক', 'ক্‌ষ']) expect(line(100).parse(bangla)).toBe(bangla);
});

const NO_GLYPHS = [
  '\u200b',
  '\u3164',
  '\u2800',
  '\u00ad',
  '\u200d',
  '\ufeff',
  '\u115f',
  '\u2060',
  '\ufe0f',
  '\u{e0020}',
];

test.each(NO_GLYPHS)('a text of %j alone is missing', (typed) => {
  for (const value of [typed, typed.repeat(25), ` ${typed} ${typed}\n`]) {
    expect(faultOf(text(100), value)).toBe('error.required');
    expect(faultOf(line(100, 'error.nameRequired'), value)).toBe('error.nameRequired');
    expect(faultOf(place(100, 'book.pointError'), value)).toBe('book.pointError');
    expect(optionalText(100).parse(value)).toBe('');
  }
});

test('a text of at least 20 characters has 20 that can be seen', () => {
  const schema = longText(20, 2000, 'error.required', 'error.short');
  const nineteen = `${'word '.repeat(3)}end.`;
  for (const typed of NO_GLYPHS) expect(faultOf(schema, `${typed.repeat(9)}${nineteen}${typed}`)).toBe('error.short');
  expect(faultOf(schema, nineteen.replaceAll(' ', ' '.repeat(9)))).toBe('error.short');
  expect(faultOf(schema, '\u200b'.repeat(25))).toBe('error.required');
  // The database counts code points, too.
  expect(faultOf(schema, '😀'.repeat(19))).toBe('error.short');
  expect(schema.parse('😀'.repeat(20))).toBe('😀'.repeat(20));
  expect(schema.parse(`${nineteen}.`)).toBe(`${nineteen}.`);
  expect(schema.parse('র‍্যাকের একটি পা ভাঙা ছিল।')).toBe('র‍্যাকের একটি পা ভাঙা ছিল।');
});

const faultsOf = (result: { error?: { issues: { message: string }[] } | undefined }) =>
  (result.error?.issues ?? []).map((issue) => issue.message);

describe('a phone number', () => {
  test.each([
    '01712345678',
    '+8801712345678',
    '8801712345678',
    '008801712345678',
    '+880 1712-345678',
    ' 0171 234 5678 ',
    '(01712) 345.678',
    '\u202a+880 1712-345678\u202c',
    '০১৭১২৩৪৫৬৭৮',
    '+৮৮০ ১৭১২-৩৪৫৬৭৮',
  ])('typed as %s is kept as 01712345678', (typed) => expect(phone.parse(typed)).toBe('01712345678'));

  test.each(['013', '014', '015', '016', '017', '018', '019'])('may begin with %s', (start) => {
    expect(phone.parse(`${start}12345678`)).toBe(`${start}12345678`);
  });

  test.each([
    ['', 'error.phoneRequired'],
    ['7', 'book.phoneErrorOne'],
    ['0171234567', 'book.phoneError?n=10'],
    ['017123456789', 'book.phoneError?n=12'],
    ['01212345678', 'error.phoneShape'],
    ['+919876543210', 'error.phoneShape'],
    ['+88001712345678', 'error.phoneShape'],
    ['0171234567x', 'error.phoneShape'],
    ['0'.repeat(41), 'error.phoneShape'],
  ])('is not "%s"', (typed, fault) => expect(faultsOf(phone.safeParse(typed))[0]).toBe(fault));
});

describe('a price', () => {
  test.each([
    [0.01, 0.01],
    [10_000_000, 10_000_000],
    ['6500', 6500],
    ['1,23,456.50', 123_456.5],
    ['৪,৫০০', 4500],
    [' 4 500 ', 4500],
    [1.1, 1.1],
    [19.99, 19.99],
  ])('typed as %j is Tk %d', (typed, tk) => expect(price.parse(typed)).toBe(tk));

  test.each([
    [0, 'error.pricePositive'],
    [-1, 'error.pricePositive'],
    ['0.00', 'error.pricePositive'],
    [10_000_000.01, 'error.priceMax'],
    [0.001, 'error.priceDecimals'],
    [1e-9, 'error.priceDecimals'],
    [5e-324, 'error.priceDecimals'],
    ['4500.505', 'error.priceDecimals'],
    ['1e3', 'error.number'],
    ['0x10', 'error.number'],
    ['৳500', 'error.number'],
    ['Infinity', 'error.number'],
    ['.5', 'error.number'],
  ])('is not %j', (typed, fault) => expect(faultsOf(price.safeParse(typed))).toEqual([fault]));

  test('is unchanged after a conversion to poisha and back', () => {
    for (let poisha = 1; poisha < 100_000; poisha += 7) expect(toPoisha(price.parse(toTk(poisha)))).toBe(poisha);
    expect(toPoisha(price.parse(9_999_999.99))).toBe(999_999_999);
  });
});

test.each(NO_GLYPHS)('an e-mail address does not have %j, which nobody sees', (typed) => {
  for (const at of ['nus', 'nusrat@exam'])
    expect(faultOf(email, 'nusrat@example.com'.replace(at, at + typed))).toBe('error.emailShape');
  expect(email.parse('নুসরাত@example.com')).toBe('নুসরাত@example.com');
});

test('e-mail addresses are compared in lower case, and without the spaces around them', () => {
  expect(email.parse('  Nusrat@Example.COM ')).toBe('nusrat@example.com');
});

test('an amount that is no price has messages of its own', () => {
  expect(amount.parse('৪,৫০০')).toBe(4500);
  for (const [typed, fault] of [
    ['0', 'error.amountPositive'],
    ['10000000.01', 'error.amountMax'],
    ['4500.505', 'error.amountDecimals'],
    ['x', 'error.number'],
  ] as const)
    expect(faultsOf(amount.safeParse(typed))).toEqual([fault]);
});
