import { QUALITIES } from '#modules/catalogue/rules.ts';
import type { Db } from '#platform/database/database.ts';
import type { Finding, SearchSummary } from '../contract.ts';
import { AREAS_MAX, COUNT_CAP, type Filter, TOTAL_CAP, YEARS } from '../rules.ts';
import { hoursOf, ladder, TIME, wordOf } from './bands.ts';
import { appliedOf, factOf } from './facts.ts';
import { askFor } from './finding.ts';
import { type Asked, type FactRow, selectFacts } from './found.store.ts';
import { allOf, anyOf, quoted } from './lexemes.ts';
import { selectCategoryNames } from './names.store.ts';
import { readSearch } from './reading.ts';

/** No more are looked at for one number, however few of them fit. */
const LOOK_MAX = 5000;

/** An option of which a sample has so many is not looked for further. */
const ENOUGH = 10;

/** So many of what is found without one filter are read for what its options would leave. */
const SAMPLE = 3 * COUNT_CAP;

/** What is found when one filter is left out: all of it, or the newest of it. */
interface Sample {
  asked: Asked | undefined;
  rows: FactRow[];
  /** Whether that is all. */
  whole: boolean;
  /** How wide the band was in which the last of it lay: what is rarer needs no narrower ones. */
  width: number;
}

/** An option of a filter: how it is asked for, and whether one that was found has it. */
interface Option {
  value: string;
  fact?: string;
  has(row: FactRow): boolean;
}

type Counted = { count: number; more: boolean };

type Counter = (filter: Filter, options: Option[]) => Promise<(Counted & { value: string })[]>;

const capped = (n: number, cap: number): Counted => ({ count: Math.min(n, cap), more: n > cap });

/** How much a search finds, and how much each option would leave. */
export async function summarise(db: Db, finding: Finding): Promise<SearchSummary> {
  const reading = finding.q === undefined ? undefined : await readSearch(db, finding.q);
  const all = await takeSample(db, askFor(reading, finding), { cap: TOTAL_CAP });
  const samples = new Map<Filter, Sample>();
  const applied = appliedOf(finding);
  for (const { filter } of applied)
    samples.set(filter, await takeSample(db, askFor(reading, finding, filter), { cap: SAMPLE, width: all.width }));
  const categories = await selectCategoryNames(db);
  const counter: Counter = createCounter(db, (filter) => samples.get(filter) ?? all);
  const drop =
    all.rows.length > 0 || !all.whole
      ? []
      : applied.map((one) => ({ ...one, rows: samples.get(one.filter)?.rows ?? [] }));
  return {
    total: { count: Math.min(all.rows.length, TOTAL_CAP), more: !all.whole },
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
    free: await only(counter('free', [{ value: '', has: (row) => !row.booked }])),
    drop: drop
      .filter(({ rows }) => rows.length > 0)
      .sort((one, other) => other.rows.length - one.rows.length)
      .map(({ rows, ...one }) => ({ ...one, ...capped(rows.length, COUNT_CAP) })),
  };
}

/** The newest of what is asked for, looked for in bands of some width and wider ones. */
async function takeSample(
  db: Db,
  asked: Asked | undefined,
  { cap, width = 0, look = 2 * cap }: { cap: number; width?: number; look?: number },
): Promise<Sample> {
  if (!asked) return { asked, rows: [], whole: true, width };
  const bands = ladder(TIME, hoursOf(Date.now() * 1000) + 1, true, width);
  const places = bands.map((band) => ({ tier: 0, bands: quoted(wordOf(band)) }));
  const looked = await selectFacts(db, asked, places, look);
  const rows = looked.filter(({ fits }) => fits).slice(0, cap + 1);
  const whole = looked.length < look && rows.length <= cap;
  if (!whole && rows.length === 0 && look < LOOK_MAX) return takeSample(db, asked, { cap, width, look: LOOK_MAX });
  return { asked, rows, whole, width: bands[(looked.at(-1)?.place ?? 1) - 1]?.width ?? width };
}

/**
 * Counts options in the samples. Where a sample is not all and has hardly any of some options, another one is taken of
 * those alone. So what is counted is true, and where there is `more`, at least that.
 */
function createCounter(db: Db, sampleOf: (filter: Filter) => Sample): Counter {
  return async (filter, options) => {
    const sample = sampleOf(filter);
    const seen = new Map(options.map((option) => [option, countIn(sample, option)]));
    const rare = options.filter((option) => !sample.whole && (seen.get(option)?.count ?? 0) < ENOUGH);
    if (rare.length > 0 && sample.asked) {
      const facts = rare.flatMap(({ fact }) => fact ?? []);
      const tiers = sample.asked.tiers.map((tier) =>
        allOf([tier, facts.length > 0 ? anyOf(facts) : ''].filter(Boolean)),
      );
      const asked = { ...sample.asked, tiers, free: sample.asked.free || filter === 'free' };
      const again = await takeSample(db, asked, { cap: SAMPLE, width: sample.width });
      for (const option of rare) seen.set(option, countIn(again, option));
    }
    return options.map((option) => ({ value: option.value, ...(seen.get(option) ?? capped(0, 0)) }));
  };
}

function countIn({ rows, whole }: Sample, { has }: Option): Counted {
  const { count, more } = capped(rows.filter(has).length, COUNT_CAP);
  return { count, more: more || (!whole && count > 0) };
}

const conditionOf = (quality: FactRow['quality']): Option => ({
  value: quality,
  fact: factOf.condition(quality),
  has: (row) => row.quality === quality,
});

const yearsOf = (atMost: number): Option => ({
  value: String(atMost),
  fact: factOf.years(atMost),
  // What was used for none is what was used for less than one: sellers say it in whole years, mostly.
  has: (row) => (atMost === 0 ? row.years_used < 1 : row.years_used <= atMost),
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
