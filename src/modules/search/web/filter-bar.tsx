import './filter-bar.css';
import { BadgeCheck, SlidersHorizontal } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslator } from '#platform/web/translator.tsx';
import { SelectField } from '#ui/select-field.tsx';
import type { Sort } from '../filters.rules.ts';
import { appliedFilters } from '../filters.rules.ts';
import { CHEAP_MAX_TK } from '../rules.ts';
import { SORT_LABELS } from './filter-labels.ts';
import { isCheapOnly, type SearchParams, sortsOf } from './search-params.ts';

interface FilterBarProps {
  params: SearchParams;
  onChange(next: SearchParams): void;
  onOpen(): void;
  preload(): Promise<unknown>;
  /** The applied filters. */
  children: ReactNode;
}

/** The most frequent filters and the sort order, above the list. */
export function FilterBar({ params, onChange, onOpen, preload, children }: FilterBarProps) {
  const { t, money } = useTranslator();
  const { verified, free, min, max } = params;
  const cheap = isCheapOnly({ min, max });
  // The click loads it again after a failure.
  const load = () => void preload().catch(() => undefined);
  const change = (part: Partial<SearchParams>) => onChange({ ...params, ...part });
  const n = appliedFilters(params).length;
  return (
    <div className="filter-bar">
      <button
        type="button"
        className="filter-chip filter-open"
        aria-haspopup="dialog"
        onPointerEnter={load}
        onFocus={load}
        onClick={onOpen}
      >
        <SlidersHorizontal aria-hidden />
        {n > 0 ? t('products.filters', { n }) : t('filter.title')}
      </button>
      {children}
      <Toggle on={verified} onPress={() => change({ verified: !verified })}>
        <BadgeCheck aria-hidden />
        {t('products.verifiedOnly')}
      </Toggle>
      <Toggle on={cheap} onPress={() => change({ min: undefined, max: cheap ? undefined : CHEAP_MAX_TK })}>
        {t('filter.under', { price: money(CHEAP_MAX_TK) })}
      </Toggle>
      <Toggle on={free} onPress={() => change({ free: !free })}>
        {t('filter.hideBooked')}
      </Toggle>
      <SortSelect params={params} onChange={onChange} />
    </div>
  );
}

function Toggle({ on, onPress, children }: { on: boolean; onPress(): void; children: ReactNode }) {
  return (
    <button type="button" className="filter-chip" aria-pressed={on} onClick={onPress}>
      {children}
    </button>
  );
}

/** Chooses the sort order. */
export function SortSelect({ params, onChange }: Pick<FilterBarProps, 'params' | 'onChange'>) {
  const { t } = useTranslator();
  return (
    <div className="sort-choice">
      <SelectField
        label={t('products.sort')}
        value={params.sort}
        options={sortsOf(params.q).map((sort) => ({ value: sort, label: t(SORT_LABELS[sort]) }))}
        onChange={(event) => onChange({ ...params, sort: event.target.value as Sort })}
      />
    </div>
  );
}
