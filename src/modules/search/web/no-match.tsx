import './no-match.css';
import { useTranslator } from '#platform/web/translator.tsx';
import { Button } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { type SayFilter, sayCount } from './filter-labels.ts';
import { type SearchParams, without, withoutFilters } from './search-params.ts';
import type { Summary } from './use-summary.ts';

const MAX_OFFERED_FILTERS = 3;

/** Shown when nothing matches the filters: offers the filters to remove, with the number of products that each gives. */
export function NoMatch(props: {
  params: SearchParams;
  inCategory: boolean;
  /** Undefined while the counts load. */
  drops: Summary['drop'] | undefined;
  say: SayFilter;
  onChange(next: SearchParams): void;
}) {
  const { params, inCategory, say, onChange } = props;
  const translator = useTranslator();
  const { t } = translator;
  const drops = (props.drops ?? []).slice(0, MAX_OFFERED_FILTERS);
  const textOf = (drop: (typeof drops)[number]) => ({ filter: say(drop), n: sayCount(translator, drop) });
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
            <Button onClick={() => onChange(withoutFilters(params, inCategory))}>{t('common.clearAll')}</Button>
          )}
        </div>
      }
    />
  );
}
