import type pg from 'pg';
import { QUALITIES } from '#modules/catalogue/rules.ts';
import type { Finding, SearchSummary } from '../contract.ts';
import { AREAS_MAX, COUNT_CAP, type Filter, TOTAL_CAP, YEARS } from '../rules.ts';
import { hoursOf, ladder, TIME, wordOf } from './bands.ts';
import { appliedOf, factOf } from './facts.ts';
import { askFor } from './finding.ts';
import { type Asked, type FactRow, selectCounts, selectFacts } from './found.store.ts';
import { allOf, quoted } from './lexemes.ts';
import { selectCategoryNames } from './names.store.ts';
import { readSearch } from './reading.ts';

/** No more are looked at for one number, however few of them fit. */
const LOOK_MAX = 5000;

/** What is found when one filter is left out: all of it, or the newest of it. */
interface Sample {
  asked: Asked | undefined;
  rows: FactRow[];
  /** Whether that is all. */
  whole: boolean;
}

/** An option of a filter: how it is asked for, and whether one that was found has it. */
interface Option {
  value: string;
  fact?: string;
  free?: boolean;
  has(row: FactRow): boolean;
}

type Counted = { count: number; more: boolean };

type Counter = (filter: Filter, options: Option[]) => Promise<(Counted & { value: string })[]>;

const capped = (n: number, cap: number): Counted => ({ count: Math.min(n, cap), more: n > cap });

/** How much a search finds, and how much each option would leave. */
export async function summarise(pool: pg.Pool, finding: Finding): Promise<SearchSummary> {
  const reading = finding.q === undefined ? undefined : await readSearch(pool, finding.q);
  const bands = ladder(TIME, hoursOf(Date.now() * 1000) + 1, true).map((band) => quoted(wordOf(band)));
  const all = await takeSample(pool, askFor(reading, finding), bands);
  const samples = new Map<Filter, Sample>();
  const applied = appliedOf(finding);
  for (const { filter } of applied)
    samples.set(filter, await takeSample(pool, askFor(reading, finding, filter), bands));
  const categories = await selectCategoryNames(pool);
  const counter: Counter = createCounter(pool, bands, (filter) => samples.get(filter) ?? all);
  const drop = all.rows.length > 0 ? [] : applied.map((one) => ({ ...one, rows: samples.get(one.filter)?.rows ?? [] }));
  return {
    total: capped(all.rows.length, TOTAL_CAP),
    ...(reading?.corrected === undefined ? {} : { corrected: reading.corrected }),
    categories: (
      await counter(
        'category',
        categories.map(({ id }) => categoryOf(id)),
      )
    ).map(({ value, ...n }) => ({ _id: value, ...n })),
    conditions: await counter('condition', QUALITIES.map(conditionOf)),
    areas: await countAreas(finding, samples.get('area') ?? all, counter),
    years: await counter('years', YEARS.map(yearsOf)),
    verified: await only(counter('verified', [{ value: '', fact: factOf.verified(), has: (row) => row.verified }])),
    free: await only(counter('free', [{ value: '', free: true, has: (row) => !row.booked }])),
    drop: drop
      .filter(({ rows }) => rows.length > 0)
      .sort((one, other) => other.rows.length - one.rows.length)
      .map(({ rows, ...one }) => ({ ...one, ...capped(rows.length, COUNT_CAP) })),
  };
}

async function takeSample(pool: pg.Pool, asked: Asked | undefined, bands: string[]): Promise<Sample> {
  if (!asked) return { asked, rows: [], whole: true };
  const places = bands.map((bands) => ({ tier: 0, bands }));
  const rows = await selectFacts(pool, asked, places, TOTAL_CAP + 1, LOOK_MAX);
  return { asked, rows, whole: rows.length <= TOTAL_CAP };
}

/** Counts in the samples, and asks the index for those options of which a sample has few and may not have all. */
function createCounter(pool: pg.Pool, bands: string[], sampleOf: (filter: Filter) => Sample): Counter {
  return async (filter, options) => {
    const { asked, rows, whole } = sampleOf(filter);
    const seen = options.map((option) => ({ option, n: rows.filter(option.has).length }));
    const unsure = whole ? [] : seen.filter(({ n }) => n <= COUNT_CAP);
    const [base] = asked?.tiers ?? [];
    const queries = unsure.map(({ option }) => allOf([base, option.fact].flatMap((part) => part ?? [])));
    const counts =
      queries.length > 0 && asked
        ? await selectCounts(
            pool,
            queries,
            { ...asked, free: asked.free || filter === 'free' },
            { bands, limit: COUNT_CAP + 1, look: LOOK_MAX },
          )
        : [];
    const exact = new Map(unsure.map((one, at) => [one, counts[at] ?? one.n]));
    return seen.map((one) => ({ value: one.option.value, ...capped(exact.get(one) ?? one.n, COUNT_CAP) }));
  };
}

const conditionOf = (quality: FactRow['quality']): Option => ({
  value: quality,
  fact: factOf.condition(quality),
  has: (row) => row.quality === quality,
});

const yearsOf = (atMost: number): Option => ({
  value: String(atMost),
  fact: factOf.years(atMost),
  has: (row) => row.years_used <= atMost,
});

const categoryOf = (id: string): Option => ({
  value: id,
  fact: factOf.category(id),
  has: (row) => row.category_id === id,
});

/** The areas where most of a sample is, and those that are asked for. */
async function countAreas(finding: Finding, { rows }: Sample, count: Counter): Promise<SearchSummary['areas']> {
  const seen = new Map<string, { label: string; n: number }>();
  for (const { area, label } of rows)
    seen.set(area, { label: seen.get(area)?.label ?? label, n: (seen.get(area)?.n ?? 0) + 1 });
  const most = [...seen].sort(([, one], [, other]) => other.n - one.n).slice(0, AREAS_MAX);
  const areas = [...new Set([...(finding.area ?? []), ...most.map(([area]) => area)])].slice(0, AREAS_MAX);
  const options = areas.map((area) => ({
    value: area,
    fact: factOf.area(area),
    has: (row: FactRow) => row.area === area,
  }));
  return (await count('area', options)).map((one) => ({ ...one, label: seen.get(one.value)?.label ?? one.value }));
}

async function only(counted: Promise<Counted[]>): Promise<Counted> {
  const [{ count, more } = capped(0, 0)] = await counted;
  return { count, more };
}
