import './no-match.css';
import { useTranslator } from '#platform/web/translator.tsx';
import { Button } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { sayCount } from './facet.tsx';
import type { SayFilter } from './filter-label.ts';
import { type Quest, without, withoutAll } from './quest.ts';
import type { Summary } from './use-summary.ts';

/** So many ways out are offered. */
const MOST = 3;

/** Nothing fits the filters: which one to drop, and how many things that would give. */
export function NoMatch(props: {
  quest: Quest;
  inCategory: boolean;
  /** Undefined until they are known. */
  drops: Summary['drop'] | undefined;
  say: SayFilter;
  onChange(next: Quest): void;
}) {
  const { quest, inCategory, say, onChange } = props;
  const words = useTranslator();
  const { t } = words;
  const drops = (props.drops ?? []).filter(({ count }) => count > 0).slice(0, MOST);
  const best = drops[0];
  return (
    <EmptyState
      title={best ? t('products.noMatch', { filter: say(best), n: sayCount(words, best) }) : t('filter.noMatch')}
      picture="/art/cut-blocks.svg"
      action={
        <div className="no-match">
          {drops.map((drop, index) => (
            <Button
              key={`${drop.filter} ${drop.value}`}
              look={index === 0 ? 'brand' : 'ghost'}
              onClick={() => onChange(without(quest, drop))}
            >
              {t('filter.drop', { filter: say(drop), n: sayCount(words, drop) })}
            </Button>
          ))}
          {props.drops && !best && (
            <Button onClick={() => onChange(withoutAll(quest, inCategory))}>{t('common.clearAll')}</Button>
          )}
        </div>
      }
    />
  );
}
