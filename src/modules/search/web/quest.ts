import { QUALITIES, type Quality } from '#modules/catalogue/rules.ts';
import { isId, isLine, readPrice } from '#platform/contract/typed-input.ts';
import type { FindingQuery } from '../contract.ts';
import { AREA_LENGTH, AREAS_MAX, areaOf, type Filter, Q_MAX, SORTS, type Sort, YEARS } from '../rules.ts';

/** What somebody looks for, and in which order; the address of the page says all of it. */
export interface Quest {
  q: string;
  category: string | undefined;
  condition: Quality[];
  /** In Tk. */
  min: number | undefined;
  max: number | undefined;
  /** Lower case, as the address and the call have them. */
  area: string[];
  /** At most so many. */
  years: number | undefined;
  verified: boolean;
  free: boolean;
  sort: Sort;
}

/** One filter that is on; of those that take several options, one option. */
export interface Applied {
  filter: Filter;
  value?: string | undefined;
}

/** Reads an address. What is unknown or makes no sense is passed over. On a category's page the path names `category`. */
export function readQuest(address: URLSearchParams, category?: string): Quest {
  const typed = [...(address.get('q') ?? '').replace(/\s+/g, ' ').trim()].slice(0, Q_MAX).join('');
  const named = address.get('category');
  const [min, max] = [bound(address.get('min')), bound(address.get('max'))];
  const q = isLine(typed, Q_MAX) ? typed : '';
  const years = YEARS.find((one) => String(one) === address.get('years'));
  return {
    q,
    category: category ?? (named && isId(named) ? named : undefined),
    condition: QUALITIES.filter((quality) => listed(address, 'condition').includes(quality)),
    ...(min !== undefined && max !== undefined && min > max ? { min: max, max: min } : { min, max }),
    area: readAreas(address),
    years,
    verified: address.get('verified') === 'true',
    free: address.get('free') === 'true',
    sort: readSort(address.get('sort'), q),
  };
}

function listed(address: URLSearchParams, name: string): string[] {
  return (address.get(name) ?? '').split(',').map((value) => value.trim());
}

function readAreas(address: URLSearchParams): string[] {
  const areas = listed(address, 'area').map(areaOf);
  return [...new Set(areas)].filter((area) => isLine(area, AREA_LENGTH)).slice(0, AREAS_MAX);
}

/** A price as an address has it; undefined when it is none. */
function bound(typed: string | null): number | undefined {
  const { tk, fault } = readPrice(typed ?? '');
  return fault ? undefined : tk;
}

/** The best match is the order of a search by words, and of nothing else. */
export function sortsOf(q: string): readonly Sort[] {
  return q ? SORTS : SORTS.filter((sort) => sort !== 'best');
}

function readSort(asked: string | null, q: string): Sort {
  return sortsOf(q).find((sort) => sort === asked) ?? defaultSort(q);
}

const defaultSort = (q: string): Sort => (q ? 'best' : 'newest');

/** What the calls take. */
export function askFor(quest: Quest): FindingQuery {
  const { q, category, min, max, years } = quest;
  return {
    ...(q ? { q } : {}),
    ...(category ? { category } : {}),
    ...(quest.condition.length > 0 ? { condition: quest.condition.join(',') } : {}),
    ...(min === undefined ? {} : { min: String(min) }),
    ...(max === undefined ? {} : { max: String(max) }),
    ...(quest.area.length > 0 ? { area: quest.area.join(',') } : {}),
    ...(years === undefined ? {} : { years: String(years) as NonNullable<FindingQuery['years']> }),
    ...(quest.verified ? { verified: 'true' } : {}),
    ...(quest.free ? { free: 'true' } : {}),
  };
}

/** The address that says this, after the `?`; on a category's page the path says the category. */
export function writeQuest(quest: Quest, inCategory: boolean): string {
  const { category, ...rest } = askFor(quest);
  const address = new URLSearchParams(Object.entries(rest).map(([name, value]) => [name, String(value)]));
  if (category && !inCategory) address.set('category', category);
  if (quest.sort !== defaultSort(quest.q)) address.set('sort', quest.sort);
  return address.toString().replaceAll('%2C', ',');
}

/** The filters that are on, in the order in which they stand on the screen. */
export function appliedOf(quest: Quest, inCategory: boolean): Applied[] {
  const { category, condition, min, max, area, years, verified, free } = quest;
  return [
    ...(category && !inCategory ? [{ filter: 'category', value: category } as const] : []),
    ...condition.map((value) => ({ filter: 'condition', value }) as const),
    ...(min !== undefined || max !== undefined ? [{ filter: 'price' } as const] : []),
    ...(years !== undefined ? [{ filter: 'years', value: String(years) } as const] : []),
    ...area.map((value) => ({ filter: 'area', value }) as const),
    ...(verified ? [{ filter: 'verified' } as const] : []),
    ...(free ? [{ filter: 'free' } as const] : []),
  ];
}

/** The same without one filter, or without all of them. The words and the order stay. */
export function without(quest: Quest, { filter, value }: Applied): Quest {
  const kept = <T extends string>(options: T[]) => (value === undefined ? [] : options.filter((one) => one !== value));
  switch (filter) {
    case 'condition':
      return { ...quest, condition: kept(quest.condition) };
    case 'area':
      return { ...quest, area: kept(quest.area) };
    case 'price':
      return { ...quest, min: undefined, max: undefined };
    case 'verified':
    case 'free':
      return { ...quest, [filter]: false };
    default:
      return { ...quest, [filter]: undefined };
  }
}

export function withoutAll(quest: Quest, inCategory: boolean): Quest {
  return appliedOf(quest, inCategory).reduce(without, quest);
}

/** Adds an option of a list, or takes it away. */
export function toggled<T>(options: readonly T[], option: T): T[] {
  return options.includes(option) ? options.filter((one) => one !== option) : [...options, option];
}
