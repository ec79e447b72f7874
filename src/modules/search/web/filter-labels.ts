import type { Category } from '#modules/catalogue/contract.ts';
import type { Quality } from '#modules/catalogue/rules.ts';
import { type Translator, useTranslator } from '#platform/web/translator.tsx';
import type { Count, SearchSummary } from '../contract.ts';
import type { AppliedFilter, Sort } from '../filters.rules.ts';
import { formatCount } from './format-count.ts';
import type { SearchParams } from './search-params.ts';

export const SORT_LABELS = {
  best: 'filter.best',
  newest: 'products.newest',
  cheap: 'products.lowHigh',
  dear: 'products.highLow',
} as const satisfies Record<Sort, string>;

/** Returns a count with its noun. */
export function formatItemCount(translator: Translator, count: Count): string {
  if (count.count === 1 && !count.more) return translator.t('offers.countOne');
  return translator.t('offers.count', { n: formatCount(translator, count) });
}

/** Returns an area as a seller wrote it, or with capitals. */
export function areaLabel(area: string, summary: SearchSummary | undefined): string {
  const written = summary?.areas.find(({ value }) => value === area)?.label;
  return written ?? area.replace(/(^|[\s-])\p{Ll}/gu, (letter) => letter.toUpperCase());
}

export type FilterLabel = (applied: AppliedFilter) => string;

/** Returns a function that names a filter with its option. */
export function useFilterLabels(
  params: SearchParams,
  categories: readonly Category[],
  summary: SearchSummary | undefined,
): FilterLabel {
  const translator = useTranslator();
  const { t, language } = translator;
  return ({ filter, value }) => {
    switch (filter) {
      case 'category':
        return categories.find(({ _id }) => _id === value)?.names[language] ?? t('filter.category');
      case 'condition':
        return value ? t(`quality.${value as Quality}`) : t('products.condition');
      case 'price':
        return priceLabel(translator, params);
      case 'area':
        return value ? areaLabel(value, summary) : t('products.area');
      case 'years':
        return t(`filter.years${value as '0' | '1' | '2' | '5'}`);
      case 'verified':
        return t('products.verifiedOnly');
      case 'free':
        return t('filter.hideBooked');
    }
  };
}

function priceLabel({ t, money }: Translator, { min, max }: SearchParams): string {
  if (min === undefined) return max === undefined ? t('products.price') : t('filter.upTo', { price: money(max) });
  if (max === undefined) return t('filter.over', { price: money(min) });
  return t('filter.between', { from: money(min), to: money(max) });
}
