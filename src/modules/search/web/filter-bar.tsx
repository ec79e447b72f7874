import './filter-bar.css';
import { BadgeCheck, ChevronDown, SlidersHorizontal } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { useTranslator } from '#platform/web/translator.tsx';
import type { Sort } from '../rules.ts';
import { SORT_WORDS } from './filter-label.ts';
import { appliedOf, type Quest, sortsOf } from './quest.ts';

/** What "Under" stands for, in Tk. */
const CHEAP = 1000;

interface FilterBarProps {
  quest: Quest;
  inCategory: boolean;
  onChange(next: Quest): void;
  /** Opens all filters, where they do not stand beside the list. */
  onOpen(): void;
  /** Somebody is about to press the button for that. */
  onAim(): Promise<unknown>;
}

/** Above the list: the filters that most people want, and the order. */
export function FilterBar({ quest, inCategory, onChange, onOpen, onAim }: FilterBarProps) {
  const { t, money } = useTranslator();
  const { verified, free, min, max, sort } = quest;
  const cheap = min === undefined && max === CHEAP;
  // One that fails is tried again by the press.
  const aim = () => void onAim().catch(() => undefined);
  const change = (part: Partial<Quest>) => onChange({ ...quest, ...part });
  return (
    <div className="filter-bar">
      <button
        type="button"
        className="filter-chip filter-open"
        aria-haspopup="dialog"
        onPointerEnter={aim}
        onFocus={aim}
        onClick={onOpen}
      >
        <SlidersHorizontal aria-hidden />
        {t('products.filters', { n: appliedOf(quest, inCategory).length })}
      </button>
      <Toggle on={verified} onPress={() => change({ verified: !verified })}>
        <BadgeCheck aria-hidden />
        {t('products.verifiedOnly')}
      </Toggle>
      <Toggle on={cheap} onPress={() => change({ min: undefined, max: cheap ? undefined : CHEAP })}>
        {t('filter.under', { price: money(CHEAP) })}
      </Toggle>
      <Toggle on={free} onPress={() => change({ free: !free })}>
        {t('filter.hideBooked')}
      </Toggle>
      <SortChoice q={quest.q} sort={sort} onChange={(next) => change({ sort: next })} />
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

/** The browser's own list. */
export function SortChoice({ q, sort, onChange }: { q: string; sort: Sort; onChange(sort: Sort): void }) {
  const { t } = useTranslator();
  const id = useId();
  return (
    <div className="sort-choice">
      <label htmlFor={id}>{t('products.sort')}</label>
      <span>
        <select id={id} value={sort} onChange={(event) => onChange(event.target.value as Sort)}>
          {sortsOf(q).map((one) => (
            <option key={one} value={one}>
              {t(SORT_WORDS[one])}
            </option>
          ))}
        </select>
        <ChevronDown aria-hidden />
      </span>
    </div>
  );
}
