import type { Category } from '#modules/catalogue/contract.ts';
import type { Quality } from '#modules/catalogue/rules.ts';
import { type Translator, useTranslator } from '#platform/web/translator.tsx';
import type { Filter, Sort, YEARS } from '../rules.ts';
import type { Applied, Quest } from './quest.ts';
import type { Summary } from './use-summary.ts';

export const SORT_WORDS = {
  best: 'filter.best',
  newest: 'products.newest',
  cheap: 'products.lowHigh',
  dear: 'products.highLow',
} as const satisfies Record<Sort, string>;

export const yearsWord = (years: (typeof YEARS)[number] | number) => `filter.years${years as 0 | 1 | 2 | 5}` as const;

/** Says a filter as its chip does. */
export type SayFilter = (applied: Applied) => string;

/** What filters are called; the names of categories and areas come from the server. */
export function useFilterLabels(
  quest: Quest,
  categories: readonly Category[],
  summary: Summary | undefined,
): SayFilter {
  const words = useTranslator();
  const { t, language } = words;
  return (applied) => {
    const { filter } = applied;
    const value = applied.value ?? theOne(quest, filter);
    switch (filter) {
      case 'category':
        return categories.find(({ _id }) => _id === value)?.names[language] ?? t('filter.category');
      case 'condition':
        return value ? t(`quality.${value as Quality}`) : t('products.condition');
      case 'price':
        return sayPrice(words, quest);
      case 'area':
        return value ? areaLabel(value, summary) : t('products.area');
      case 'years':
        return value ? t(yearsWord(Number(value))) : t('products.years');
      case 'verified':
        return t('products.verifiedOnly');
      case 'free':
        return t('filter.hideBooked');
    }
  };
}

/** The option of a filter that has but one. */
function theOne({ category, condition, area, years }: Quest, filter: Filter): string {
  if (filter === 'category') return category ?? '';
  if (filter === 'years') return years === undefined ? '' : String(years);
  const options = filter === 'condition' ? condition : filter === 'area' ? area : [];
  return options.length === 1 ? (options[0] ?? '') : '';
}

/** An area as sellers write it; until that is known, with capitals. */
export function areaLabel(area: string, summary: Summary | undefined): string {
  const known = summary?.areas.find(({ value }) => value === area)?.label;
  return known ?? area.replace(/(^|[\s-])\p{Ll}/gu, (letter) => letter.toUpperCase());
}

function sayPrice({ t, money }: Translator, { min, max }: Quest): string {
  if (min === undefined) return max === undefined ? t('products.price') : t('filter.upTo', { price: money(max) });
  if (max === undefined) return t('filter.over', { price: money(min) });
  return t('filter.between', { from: money(min), to: money(max) });
}
