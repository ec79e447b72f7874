import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { bangla } from '../src/i18n/bangla.ts';
import { formatDeadline } from '../src/i18n/deadline-format.ts';
import { english, englishFiles } from '../src/i18n/english.ts';
import { formatDate, formatMoney, formatMonth } from '../src/i18n/format.ts';
import { interpolate } from '../src/i18n/messages.ts';
import { PASSWORD_MIN_CHARS } from '../src/modules/identity/contract.ts';
import { messageFilesOf } from '../src/rendering/page-messages.ts';
import { PROSE_PAGES } from '../src/site/pages/public-pages.ts';
import { routesWithSources } from './support/page-keys.ts';

const SOURCES = join(import.meta.dirname, '../src');
const readSources = (pattern: string) =>
  globSync(pattern, { cwd: SOURCES }).map((path) => readFileSync(join(SOURCES, path), 'utf8'));

/** Codes of letters and digits, links and the store's name are not translated. Digits that people dial stay Latin. */
const AS_TYPED = /\{\w+\}|\]\([^)]*\)|\w*[a-z]\w*|\b(01|999|1098)\b/gi;

/** Words that no English text has: an item is never a thing, and each action has one name. `pickup.` is a storage key. */
const REFUSED_ENGLISH =
  /\bthings?\b|\bwho has\b|\b(to|be|been) had\b|came of it|come together|\bI see\b|writing it down|\be-mail|\bsign(ed|ing)?[ -]in\b|\bpickup\b(?!\. and)|\bfor good\b|\bfree again\b|\bby mail\b/i;
/** The fixed label of the booking form. */
const FIXED_PICKUP = 'Pickup Point';

/** Other words for payment, item, pick-up point, email, login, bKash and optional, and the theme’s old names. */
const REFUSED_BANGLA =
  /পরিশোধ|পণ্য|পিকআপের জায়গা|সংগ্রহস্থল|বিভাগ|ইচ্ছেতালিকা|আলো$|অন্ধকার$|খালি হবে|সাইন ইন|(?<!ই)মেইল|bKash|না দিলেও চলে/;
/** An ending after a placeholder is wrong for most names and numbers. */
const GLUED_ENDING = /\}-?[\u0980-\u09ff]/;
/** After the taka sign comes a narrow space that does not break, as in `formatMoney`. */
const BARE_TAKA = /৳[০-৯ {]/;

/** Returns every text of a JSON value, with its path. */
function textsIn(value: unknown, path = ''): { path: string; text: string }[] {
  if (typeof value === 'string') return [{ path, text: value }];
  return Object.entries(value ?? {}).flatMap(([key, inner]) => textsIn(inner, `${path}.${key}`));
}

describe('words', () => {
  const pages = ['about', 'blog', 'contact', ...PROSE_PAGES.map((page) => `prose/${page}`)];
  test.each(pages)('the page %s has the same sections, links and placeholders in both languages [12.6]', (page) => {
    const file = join(SOURCES, 'site/pages/server', `${page}.json`);
    const { en, bn } = JSON.parse(readFileSync(file, 'utf8'));
    const shape = (value: unknown) =>
      textsIn(value).map(({ path, text }) => ({
        path,
        id: path.endsWith('.id') ? text : undefined,
        fixed: [...new Set(text.match(/(?<=\]\()[^)]+|\{\w+\}/g))].sort(),
      }));
    expect(shape(bn)).toEqual(shape(en));
    const bangla = textsIn(bn).filter(({ path }) => !path.endsWith('.id'));
    expect(bangla.filter(({ text }) => !/[\u0980-\u09ff]/.test(text) || /\d/.test(text.replace(AS_TYPED, '')))).toEqual(
      [],
    );
  });

  test.each(pages)('the page %s has none of the refused words', (page) => {
    const { en, bn } = JSON.parse(readFileSync(join(SOURCES, 'site/pages/server', `${page}.json`), 'utf8'));
    expect(textsIn(en).filter(({ text }) => REFUSED_ENGLISH.test(text))).toEqual([]);
    const refused = textsIn(bn).filter(({ text }) =>
      [REFUSED_BANGLA, GLUED_ENDING, BARE_TAKA].some((one) => one.test(text)),
    );
    expect(refused).toEqual([]);
  });

  test('every page of text has a route', () => {
    const files = globSync('*.json', { cwd: join(SOURCES, 'site/pages/server/prose') });
    expect(files.sort()).toEqual(PROSE_PAGES.map((page) => `${page}.json`).sort());
  });

  test('every text exists in both languages, with the same placeholders [12.6]', () => {
    expect(Object.keys(bangla).sort()).toEqual(Object.keys(english).sort());
    const holes = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(([hole]) => hole).sort();
    for (const [key, text] of Object.entries(english))
      expect(holes(bangla[key as keyof typeof english]), key).toEqual(holes(text));
  });

  test.each(['en', 'bn'])('every key of %s is defined once', (language) => {
    const keys = readSources(`i18n/${language}/*.json`).flatMap((text) => text.match(/(?<=^\s*")[^"]+(?=":)/gm) ?? []);
    expect(keys.filter((key, index) => keys.indexOf(key) !== index)).toEqual([]);
  });

  test('every key is a literal in the code, or matches a template', () => {
    const code = readSources('**/!(*.test).{ts,tsx}').join('\n');
    const literals = new Set(code.match(/(?<=['"`])[\w-]+(\.[\w-]+)+(?=['"`?])/g));
    const templates = new Set(code.match(/(?<=`)[\w.-]*(\$\{[^}]*\}[\w.-]*)+/g));
    // A key has a dot and a letter outside the template's expressions.
    const patterns = [...templates]
      .map((template) => template.replace(/\$\{[^}]*\}/g, '*'))
      .filter((pattern) => /^[\w*-]+\.[\w.*-]+$/.test(pattern) && /[a-z]/.test(pattern))
      .map((pattern) => new RegExp(`^${RegExp.escape(pattern).replaceAll('\\*', '[\\w.-]+')}$`));
    const isUsed = (key: string) => literals.has(key) || patterns.some((pattern) => pattern.test(key));
    expect(Object.keys(english).filter((key) => !isUsed(key))).toEqual([]);
  });

  test('the texts of the specification are verbatim [5.2 5.3 5.5 12.6]', () => {
    const fixed = JSON.parse(readFileSync(join(import.meta.dirname, 'support/fixed-words.json'), 'utf8'));
    const said = {
      ...english,
      'error.passwordMin': interpolate(english['error.passwordMin'], { n: PASSWORD_MIN_CHARS }),
    };
    expect(said).toMatchObject(fixed);
  });

  test('a booking whose time is over has the same status in My Orders and on its page, with cash too', () => {
    for (const words of [english, bangla]) expect(words['orders.expired']).toBe(words['phase.expired']);
  });

  test('the seller’s share in a dispute is said to be before the fee, in both languages', () => {
    expect(english['disputes.sellerSum']).toContain('before the fee');
    expect(bangla['disputes.sellerSum']).toContain('ফি কাটার আগে');
  });

  test('English texts have none of the refused words', () => {
    const refused = Object.entries(english).filter(
      ([, text]) => text !== FIXED_PICKUP && REFUSED_ENGLISH.test(text.replace(/\{\w+\}/g, '')),
    );
    expect(refused).toEqual([]);
  });

  test('Bangla texts have one word for a category, a pick-up point, a payment and an item, and no ending glued to a placeholder', () => {
    const refused = Object.entries(bangla).filter(([, text]) => REFUSED_BANGLA.test(text) || GLUED_ENDING.test(text));
    expect(refused).toEqual([]);
  });

  test('the taka sign in Bangla texts has a narrow space before the number', () => {
    expect(Object.entries(bangla).filter(([, text]) => BARE_TAKA.test(text))).toEqual([]);
  });

  test('numbers in Bangla texts have Bangla digits, but for numbers to dial', () => {
    const stray = Object.entries(bangla).filter(([, text]) => /\d/.test(text.replace(AS_TYPED, '')));
    expect(stray).toEqual([]);
  });

  test('a document has every text of its page and the page’s dialogs', async () => {
    const missing = (await routesWithSources()).flatMap(({ ids, keys }) => {
      const files = messageFilesOf(ids);
      const texts: object = Object.assign({}, ...files.map((file) => englishFiles[file]));
      return [...keys(files)].filter((key) => !(key in texts)).map((key) => `${ids.at(-1)}: ${key}`);
    });
    expect(missing, 'move the text to shared.json, or add its file to page-messages.ts').toEqual([]);
  });

  test('the number of shown rows is not called a total', () => {
    for (const key of ['mine.shown', 'admin.shown', 'offers.shown', 'offers.shownOne'] as const) {
      expect(english[key]).toMatch(/ shown$/);
      expect(bangla[key]).toMatch(/^দেখানো হচ্ছে: /);
    }
  });

  test('money groups as in Bangladesh, the sign before the number [9.1]', () => {
    expect(formatMoney('en', 123_456)).toBe('Tk\u00a01,23,456');
    expect(formatMoney('bn', 123_456)).toBe('৳\u202f১,২৩,৪৫৬');
    expect(formatMoney('en', 99.5)).toBe('Tk\u00a099.50');
    expect(formatMoney('en', -500)).toBe('\u2212Tk\u00a0500');
    expect(formatMoney('bn', 99.5, 'টাকা')).toBe('টাকা\u00a0৯৯.৫০');
  });

  test('months are written out', () => {
    expect(formatMonth('en', '2026-03')).toBe('March 2026');
    expect(formatMonth('bn', '2026-12')).toBe('ডিসেম্বর ২০২৬');
  });

  test('a deadline names its weekday; a day begins at midnight in both languages', () => {
    expect(formatDeadline('en', '2026-12-02T20:33:00Z')).toBe('Thu 3 Dec, 02:33');
    expect(formatDeadline('bn', '2026-12-02T20:33:00Z')).toBe('বৃহস্পতিবার ৩ ডিসেম্বর, ভোররাত ২:৩৩');
    expect(formatDeadline('bn', '2026-12-02T22:00:00Z')).toBe('বৃহস্পতিবার ৩ ডিসেম্বর, ভোর ৪:০০');
  });

  test("dates are in the long format and Dhaka's time zone [9.6]", () => {
    expect(formatDate('en', '2026-11-21T09:05:00Z')).toBe('21 November 2026 at 15:05');
    expect(formatDate('bn', '2026-11-21T09:05:00Z')).toBe('২১ নভেম্বর ২০২৬, বিকেল ৩:০৫');
    expect(formatDate('bn', '2026-11-20T18:30:00Z')).toBe('২১ নভেম্বর ২০২৬, রাত ১২:৩০');
    const parts = { 4: 'ভোর', 6: 'সকাল', 12: 'দুপুর', 15: 'বিকেল', 18: 'সন্ধ্যা', 20: 'রাত', 3: 'রাত' };
    for (const [hour, part] of Object.entries(parts)) {
      const instant = new Date(Date.UTC(2026, 10, 21, Number(hour) - 6)).toISOString();
      expect(formatDate('bn', instant), hour).toContain(`, ${part} `);
    }
  });
});
