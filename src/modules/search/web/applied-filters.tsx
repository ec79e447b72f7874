import './applied-filters.css';
import './no-match.css';
import { X } from 'lucide-react';
import { useRef } from 'react';
import { useTranslator } from '#platform/web/translator.tsx';
import { Button } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import type { SearchSummary } from '../contract.ts';
import { appliedFilters, type Filter } from '../filters.rules.ts';
import type { FilterLabel } from './filter-labels.ts';
import { formatCount } from './format-count.ts';
import { isCheapOnly, type SearchParams, without, withoutFilters } from './search-params.ts';

const MAX_OFFERED_FILTERS = 3;

interface FiltersProps {
  params: SearchParams;
  labelOf: FilterLabel;
  onChange(next: SearchParams): void;
}

/** A chip for each set filter without a button in the bar. It removes the filter; the next chip has the focus. */
export function AppliedFilters({
  params,
  labelOf,
  onChange,
  onEmpty,
}: FiltersProps & {
  /** Moves the focus when no filter is left. */
  onEmpty(): void;
}) {
  const { t } = useTranslator();
  const list = useRef<HTMLUListElement>(null);
  const all = appliedFilters(params);
  const applied = all.filter(({ filter }) => !hasButton(filter, params));
  if (all.length === 0) return null;

  function remove(index: number) {
    const buttons = [...(list.current?.querySelectorAll<HTMLElement>('.applied-filter') ?? [])];
    const removed = applied[index];
    if (applied.length === 1) onEmpty();
    else (buttons[index + 1] ?? buttons[index - 1])?.focus();
    if (removed) onChange(without(params, removed));
  }
  function clear() {
    onEmpty();
    onChange(withoutFilters(params));
  }
  return (
    <>
      <ul className="applied" ref={list} aria-label={t('products.showing')}>
        {applied.map((one, index) => (
          <li key={`${one.filter} ${one.value}`}>
            <button
              type="button"
              className="filter-chip applied-filter num"
              aria-label={t('filter.remove', { filter: labelOf(one) })}
              onClick={() => remove(index)}
              onKeyDown={({ key }) => key === 'Delete' && remove(index)}
            >
              <span>{labelOf(one)}</span>
              <X aria-hidden />
            </button>
          </li>
        ))}
      </ul>
      <button type="button" className="applied-clear text-link" onClick={clear}>
        {t('common.clearAll')}
      </button>
    </>
  );
}

function hasButton(filter: Filter, params: SearchParams): boolean {
  return filter === 'verified' || filter === 'free' || (filter === 'price' && isCheapOnly(params));
}

/** Shown when nothing matches the filters: offers the filters to remove, with the number of products that each gives. */
export function NoMatch(
  props: FiltersProps & { /** Undefined while the counts load. */ drops: SearchSummary['drop'] | undefined },
) {
  const { params, labelOf, onChange } = props;
  const translator = useTranslator();
  const { t } = translator;
  const drops = (props.drops ?? []).slice(0, MAX_OFFERED_FILTERS);
  const textOf = (drop: (typeof drops)[number]) => ({ filter: labelOf(drop), n: formatCount(translator, drop) });
  return (
    <EmptyState
      title={drops[0] ? t('products.noMatch', textOf(drops[0])) : t('filter.noMatch')}
      picture="/art/cut-blocks.svg"
      action={
        <div className="no-match">
          {drops.map((drop, index) => (
            <Button
              key={drop.filter}
              look={index === 0 ? 'brand' : 'ghost'}
              onClick={() => onChange(without(params, drop))}
            >
              {t('filter.drop', textOf(drop))}
            </Button>
          ))}
          {props.drops?.length === 0 && (
            <Button onClick={() => onChange(withoutFilters(params))}>{t('common.clearAll')}</Button>
          )}
        </div>
      }
    />
  );
}
