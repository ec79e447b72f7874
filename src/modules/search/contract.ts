/** Search: finds products on offer by words and filters, suggests words and categories, and keeps synonyms. */
import { z } from 'zod';
import { visibleProduct } from '#modules/catalogue/contract.ts';
import { QUALITIES } from '#modules/catalogue/rules.ts';
import { defineCall } from '#platform/contract/call.ts';
import { message } from '#platform/contract/message-reference.ts';
import { cleanText } from '#platform/contract/typed-input.ts';
import { id, line, pageQuery, price } from '#platform/contract/values.ts';
import { FILTERS, SORTS, YEARS } from './filters.rules.ts';
import {
  AREA_MAX_CHARS,
  MAX_AREAS,
  MAX_SIMILAR_ITEMS,
  MAX_SUGGESTED_CATEGORIES,
  MAX_SUGGESTED_ITEMS,
  MAX_SUGGESTED_WORDS,
  QUERY_MAX_CHARS,
  SYNONYM_GROUP_MAX_WORDS,
  SYNONYM_MAX_CHARS,
} from './rules.ts';
import { areaOf } from './words.rules.ts';

/** Treats an empty value as absent: a form sent by GET includes its empty fields. */
function optional<T extends z.ZodType>(schema: T) {
  return z
    .literal('')
    .transform(() => undefined)
    .or(schema)
    .optional();
}

/** Options of one filter, separated by commas. */
function listOf<T extends z.ZodType<unknown, string>>(option: T, max: number) {
  return z
    .string('error.invalid')
    .max(2000, 'error.invalid')
    .transform((list) => list.split(','))
    .pipe(z.array(option).max(max, message('search.tooMany', { n: max })))
    .transform((options) => [...new Set(options)]);
}

const q = z
  .string()
  .transform((typed) => cleanText(typed) || undefined)
  .pipe(line(QUERY_MAX_CHARS).optional());

const yearsOption = z
  .enum(YEARS.map(String) as [`${(typeof YEARS)[number]}`], 'error.invalid')
  .transform((years) => Number(years) as (typeof YEARS)[number]);

/** Words and filters, as in the page's URL: `/search?q=…&condition=Good,Fair&min=500`. Prices are in Tk. */
export const searchQuery = z.object({
  q: q.optional(),
  category: optional(id),
  condition: optional(listOf(z.enum(QUALITIES, 'error.quality'), QUALITIES.length)),
  min: z
    .literal('0')
    .transform(() => undefined)
    .or(optional(price)),
  max: optional(price),
  area: optional(listOf(line(AREA_MAX_CHARS).transform(areaOf), MAX_AREAS)),
  years: optional(yearsOption),
  verified: optional(z.literal('true', 'error.invalid')),
  free: optional(z.literal('true', 'error.invalid')),
});
export type SearchQuery = z.output<typeof searchQuery>;
export type SearchQueryInput = z.input<typeof searchQuery>;

export const search = defineCall('GET /search', {
  access: 'anyone',
  summary:
    'Products on offer that match all words and filters: words in English, Bangla or romanised Bangla, "a quotation", -excluded. Best match first (in the name before the description), or newest, cheapest or dearest. No phone and no e-mail for visitors.',
  query: searchQuery.extend({ sort: z.enum(SORTS, 'error.invalid').default('best') }).extend(pageQuery.shape),
  reply: z.array(visibleProduct),
  paged: true,
});

/** `more`: there are at least `count`, and may be more. */
const count = { count: z.number().int(), more: z.boolean() };
const option = z.object({ value: z.string(), ...count });

export const searchSummary = defineCall('GET /search/summary', {
  access: 'anyone',
  summary:
    'The number of products of a search, and of each option with the other filters unchanged; counted up to 1,000, and up to 100 for an option.',
  query: searchQuery,
  reply: z.object({
    total: z.object(count),
    /** The words that were searched for instead of misspelt ones. */
    corrected: z.string().optional(),
    /** Only when nothing is found without filters: the words that products have together, and the others. */
    fewer: z.object({ kept: z.string(), left: z.array(z.string()) }).optional(),
    categories: z.array(z.object({ _id: id, ...count })),
    conditions: z.array(option),
    /**
     * The requested areas and the most frequent ones. `label` is spelt as a seller wrote it. Unknown places have no
     * district.
     */
    areas: z.array(
      option.extend({ label: z.string(), district: z.object({ en: z.string(), bn: z.string() }).optional() }),
    ),
    years: z.array(option),
    verified: z.object(count),
    free: z.object(count),
    /** Only when nothing is found: the filters to remove, each with the number of products that this gives. */
    drop: z.array(z.object({ filter: z.enum(FILTERS), value: z.string().optional(), ...count })),
  }),
});
export type SearchSummary = z.infer<typeof searchSummary.spec.reply>;
export type Count = SearchSummary['total'];
export type FewerWords = NonNullable<SearchSummary['fewer']>;

const suggestedCategory = z.object({
  _id: id,
  names: z.object({ en: z.string(), bn: z.string() }),
  /** Products on offer. */
  ...count,
});
/** Nothing of its seller. */
const suggestedItem = visibleProduct.pick({ _id: true, productName: true, imageURL: true, resalePrice: true });

export const suggest = defineCall('GET /search/suggestions', {
  access: 'anyone',
  summary:
    'Suggestions: categories with their number of products, newest items on offer that have the words in their name, and words of such names. Nothing about sellers.',
  query: z.object({ q: q.optional() }),
  reply: z.object({
    categories: z.array(suggestedCategory).max(MAX_SUGGESTED_CATEGORIES),
    items: z.array(suggestedItem).max(MAX_SUGGESTED_ITEMS),
    words: z.array(z.string()).max(MAX_SUGGESTED_WORDS),
  }),
});
export type Suggestions = z.infer<typeof suggest.spec.reply>;

export const listSimilar = defineCall('GET /items/{id}/similar', {
  access: 'anyone',
  summary:
    'Similar products on offer: of the same category first, by the words of the name, then newest. No phone and no e-mail for visitors.',
  params: z.object({ id }),
  reply: z.array(visibleProduct).max(MAX_SIMILAR_ITEMS),
});

/** Words and short phrases, in any script. */
const words = z
  .array(
    line(SYNONYM_MAX_CHARS).refine((word) => /[\p{L}\p{N}]/u.test(word), 'search.noWord'),
    'error.required',
  )
  .min(2, 'search.twoWords')
  .max(SYNONYM_GROUP_MAX_WORDS, message('search.tooMany', { n: SYNONYM_GROUP_MAX_WORDS }));
export const synonymGroup = z.object({ words });

const synonyms = z.object({ _id: id, words: z.array(z.string()) });
export type Synonyms = z.infer<typeof synonyms>;

export const listSynonyms = defineCall('GET /search/synonyms', {
  access: 'admin',
  summary: 'Groups of synonyms, newest first.',
  query: pageQuery,
  reply: z.array(synonyms),
  paged: true,
});

export const addSynonyms = defineCall('POST /search/synonyms', {
  access: 'admin',
  summary: 'Adds a group of synonyms: a search for one word finds the others.',
  body: synonymGroup,
  reply: z.object({ acknowledged: z.boolean(), insertedId: id }),
});

export const editSynonyms = defineCall('PUT /search/synonyms/{id}', {
  access: 'admin',
  summary: 'Changes a group of synonyms.',
  params: z.object({ id }),
  body: synonymGroup,
  reply: z.object({ modifiedCount: z.number().int() }),
});

export const removeSynonyms = defineCall('DELETE /search/synonyms/{id}', {
  access: 'admin',
  summary: 'Removes a group of synonyms.',
  params: z.object({ id }),
  reply: z.object({ deletedCount: z.number().int() }),
});
