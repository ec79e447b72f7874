import './applied-filters.css';
import { X } from 'lucide-react';
import { type KeyboardEvent, useRef } from 'react';
import { useTranslator } from '#platform/web/translator.tsx';
import type { SayFilter } from './filter-label.ts';
import { type Applied, appliedOf, type Quest, without, withoutAll } from './quest.ts';

/** The filters that are on, each with a way to take it off. The focus then goes to the next one, or to what is left. */
export function AppliedFilters(props: {
  quest: Quest;
  inCategory: boolean;
  say: SayFilter;
  onChange(next: Quest): void;
  /** Takes the focus when no filter is left. */
  onEmpty(): void;
}) {
  const { quest, inCategory, say, onChange, onEmpty } = props;
  const { t } = useTranslator();
  const row = useRef<HTMLUListElement>(null);
  const applied = appliedOf(quest, inCategory);
  if (applied.length === 0) return null;

  function remove(index: number, filter: Applied) {
    const buttons = [...(row.current?.querySelectorAll<HTMLElement>('.applied-filter') ?? [])];
    if (applied.length === 1) onEmpty();
    else (buttons[index + 1] ?? buttons[index - 1])?.focus();
    onChange(without(quest, filter));
  }
  function clear() {
    onEmpty();
    onChange(withoutAll(quest, inCategory));
  }
  return (
    <div className="applied">
      <b id="applied-title">{t('products.showing')}:</b>
      <ul ref={row} aria-labelledby="applied-title">
        {applied.map((one, index) => (
          <li key={`${one.filter} ${one.value}`}>
            <button
              type="button"
              className="applied-filter num"
              aria-label={t('filter.remove', { filter: say(one) })}
              onClick={() => remove(index, one)}
              onKeyDown={({ key }: KeyboardEvent) => key === 'Delete' && remove(index, one)}
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
