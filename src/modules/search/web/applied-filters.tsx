import './applied-filters.css';
import { X } from 'lucide-react';
import { useRef } from 'react';
import { useTranslator } from '#platform/web/translator.tsx';
import type { SayFilter } from './filter-labels.ts';
import { appliedFilters, type SearchParams, without, withoutFilters } from './search-params.ts';

/** A button for each filter that is set. It removes the filter and moves the focus to the next button. */
export function AppliedFilters(props: {
  params: SearchParams;
  inCategory: boolean;
  say: SayFilter;
  onChange(next: SearchParams): void;
  /** Moves the focus when no filter is left. */
  onEmpty(): void;
}) {
  const { params, inCategory, say, onChange, onEmpty } = props;
  const { t } = useTranslator();
  const list = useRef<HTMLUListElement>(null);
  const applied = appliedFilters(params, inCategory);
  if (applied.length === 0) return null;

  function remove(index: number) {
    const buttons = [...(list.current?.querySelectorAll<HTMLElement>('.applied-filter') ?? [])];
    const removed = applied[index];
    if (applied.length === 1) onEmpty();
    else (buttons[index + 1] ?? buttons[index - 1])?.focus();
    if (removed) onChange(without(params, removed));
  }
  function clear() {
    onEmpty();
    onChange(withoutFilters(params, inCategory));
  }
  return (
    <div className="applied">
      <b id="applied-title">{t('products.showing')}:</b>
      <ul ref={list} aria-labelledby="applied-title">
        {applied.map((one, index) => (
          <li key={`${one.filter} ${one.value}`}>
            <button
              type="button"
              className="applied-filter num"
              aria-label={t('filter.remove', { filter: say(one) })}
              onClick={() => remove(index)}
              onKeyDown={({ key }) => key === 'Delete' && remove(index)}
            >
              <span>{say(one)}</span>
              <X aria-hidden />
            </button>
          </li>
        ))}
        <li>
          <button type="button" className="applied-clear text-link" onClick={clear}>
            {t('common.clearAll')}
          </button>
        </li>
      </ul>
    </div>
  );
}
