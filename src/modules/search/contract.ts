/**
 * Search: finding things among all that is on offer, by words in either script, by facts, in four orders; and the words
 * that mean the same.
 */
import { z } from 'zod';
import { offeredProduct } from '#modules/catalogue/contract.ts';
import { QUALITIES } from '#modules/catalogue/rules.ts';
import { defineCall } from '#platform/contract/call.ts';
import { message } from '#platform/contract/message-reference.ts';
import { id, line, pageQuery, price } from '#platform/contract/values.ts';
import {
  AREA_LENGTH,
  AREAS_MAX,
  areaOf,
  FILTERS,
  Q_MAX,
  SIMILAR_MAX,
  SORTS,
  SUGGESTED_CATEGORIES,
  SUGGESTED_WORDS,
  SYNONYM_LENGTH,
  SYNONYMS_MAX,
  YEARS,
} from './rules.ts';

/** A form that is sent by GET names its empty fields, too: they count as absent. */
function given<T extends z.ZodType>(schema: T) {
  return z
    .literal('')
    .transform(() => undefined)
    .or(schema)
    .optional();
}

/** Several options of one filter, with commas between them. */
function several<T extends z.ZodType<unknown, string>>(option: T, max: number) {
  return z
    .string('error.invalid')
    .max(2000, 'error.invalid')
    .transform((list) => list.split(','))
    .pipe(z.array(option).max(max, message('search.tooMany', { n: max })))
    .transform((options) => [...new Set(options)]);
}

const q = z
  .string()
  .trim()
  .transform((typed) => typed || undefined)
  .pipe(line(Q_MAX).optional());

/** What is looked for. It is what the address of the page says, too: `/search?q=…&condition=Good,Fair&min=500`. */
export const finding = z.object({
  q: q.optional(),
  category: given(id),
  condition: given(several(z.enum(QUALITIES, 'error.quality'), QUALITIES.length)),
  /** Tk. */
  min: z
    .literal('0')
    .transform(() => undefined)
    .or(given(price)),
  max: given(price),
  area: given(several(line(AREA_LENGTH).transform(areaOf), AREAS_MAX)),
  /** At most so many years of use. */
  years: given(
    z
      .enum(YEARS.map(String) as [`${(typeof YEARS)[number]}`], 'error.invalid')
      .transform((years) => Number(years) as (typeof YEARS)[number]),
  ),
  /** Sellers with a tick only. */
  verified: given(z.literal('true', 'error.invalid')),
  /** Without what somebody has booked. */
  free: given(z.literal('true', 'error.invalid')),
});
export type Finding = z.output<typeof finding>;
/** As the address of a page has it: text alone. */
export type FindingQuery = z.input<typeof finding>;

export const search = defineCall('GET /search', {
  access: 'signedIn',
  summary:
    'What is on offer and has all the words and facts: words in English, Bangla or romanised Bangla, "words together", -without. Best match first (in the name before in the description), or newest, cheapest or dearest.',
  query: finding.extend({ sort: z.enum(SORTS, 'error.invalid').default('best') }).extend(pageQuery.shape),
  reply: z.array(offeredProduct),
  paged: true,
});

/** So many, or more than that. */
const count = { count: z.number().int(), more: z.boolean() };
const option = z.object({ value: z.string(), ...count });

export const searchSummary = defineCall('GET /search/summary', {
  access: 'signedIn',
  summary:
    'How many things a search finds, and how many each option would leave, with all other filters as they are; counted up to 1,000, and up to 100 for an option.',
  query: finding,
  reply: z.object({
    total: z.object(count),
    /** What was looked for instead, when a word is not known. */
    corrected: z.string().optional(),
    categories: z.array(z.object({ _id: id, ...count })),
    conditions: z.array(option),
    /** Where most of it is, most first; what is asked for is always among them. `label` is as a seller wrote it. */
    areas: z.array(option.extend({ label: z.string() })),
    years: z.array(option),
    verified: z.object(count),
    free: z.object(count),
    /** Only when nothing is found: filters to drop, each with how many that would give, best first. */
    drop: z.array(
      z.object({
        filter: z.enum(FILTERS),
        /** Its option, where it has one. */ value: z.string().optional(),
        ...count,
      }),
    ),
  }),
});
export type SearchSummary = z.infer<typeof searchSummary.spec.reply>;

export const suggest = defineCall('GET /search/suggestions', {
  access: 'signedIn',
  summary: 'What a search could go on to: categories, and words that names of things on offer have.',
  query: z.object({ q: q.optional() }),
  reply: z.object({
    categories: z
      .array(z.object({ _id: id, names: z.object({ en: z.string(), bn: z.string() }) }))
      .max(SUGGESTED_CATEGORIES),
    words: z.array(z.string()).max(SUGGESTED_WORDS),
  }),
});
export type Suggestions = z.infer<typeof suggest.spec.reply>;

export const listSimilar = defineCall('GET /items/{id}/similar', {
  access: 'signedIn',
  summary: 'Things on offer that are most like another: of its category first, by the words of its name, then newest.',
  params: z.object({ id }),
  reply: z.array(offeredProduct).max(SIMILAR_MAX),
});

/** Words and short phrases, in any script. */
const words = z
  .array(
    line(SYNONYM_LENGTH).refine((word) => /[\p{L}\p{N}]/u.test(word), 'search.noWord'),
    'error.required',
  )
  .min(2, 'search.twoWords')
  .max(SYNONYMS_MAX, message('search.tooMany', { n: SYNONYMS_MAX }));
export const synonymGroup = z.object({ words });

const synonyms = z.object({ _id: id, words: z.array(z.string()) });
export type Synonyms = z.infer<typeof synonyms>;

export const listSynonyms = defineCall('GET /search/synonyms', {
  access: 'admin',
  summary: 'Groups of words that mean the same to a search, newest first.',
  query: pageQuery,
  reply: z.array(synonyms),
  paged: true,
});

export const addSynonyms = defineCall('POST /search/synonyms', {
  access: 'admin',
  summary: 'Adds words that mean the same: looking for one of them finds the others.',
  body: synonymGroup,
  reply: z.object({ acknowledged: z.boolean(), insertedId: id }),
});

export const editSynonyms = defineCall('PUT /search/synonyms/{id}', {
  access: 'admin',
  summary: 'Changes a group of words that mean the same.',
  params: z.object({ id }),
  body: synonymGroup,
  reply: z.object({ modifiedCount: z.number().int() }),
});

export const removeSynonyms = defineCall('DELETE /search/synonyms/{id}', {
  access: 'admin',
  summary: 'Removes a group: its words mean the same no longer.',
  params: z.object({ id }),
  reply: z.object({ deletedCount: z.number().int() }),
});
