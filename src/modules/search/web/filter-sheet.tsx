import './filter-sheet.css';
import { useState } from 'react';
import { useTranslator } from '#platform/web/translator.tsx';
import { Button } from '#ui/button.tsx';
import { Drawer } from '#ui/drawer.tsx';
import { appliedFilters } from '../filters.rules.ts';
import { SortSelect } from './filter-bar.tsx';
import { FilterFields, type FilterFieldsProps } from './filter-fields.tsx';
import { formatCount } from './format-count.ts';
import { inOrder, type SearchParams, withoutFilters } from './search-params.ts';
import { useSummary } from './use-search.ts';

interface FilterSheetProps extends Omit<FilterFieldsProps, 'waiting' | 'onChange' | 'isLive'> {
  open: boolean;
  onClose(): void;
  onApply(next: SearchParams): void;
}

/** All filters in a drawer, for narrow screens. The button in the footer applies them. */
export function FilterSheet({ open, onClose, categories, onApply, ...listed }: FilterSheetProps) {
  const translator = useTranslator();
  const { t } = translator;
  const [draft, setDraft] = useState<SearchParams>();
  const counted = useSummary(draft && withPricesInOrder(draft));
  const { summary, current } = draft && counted.summary ? counted : { summary: listed.summary, current: !draft };
  const params = draft ?? listed.params;
  const total = summary?.total;
  function close() {
    setDraft(undefined);
    onClose();
  }
  function apply() {
    close();
    onApply(withPricesInOrder(params));
  }
  return (
    <Drawer
      open={open}
      onClose={close}
      side="right"
      full
      title={t('filter.title')}
      closeLabel={t('common.close')}
      footer={
        <div className="filter-sheet-foot">
          {appliedFilters(params).length > 0 && (
            <Button look="quiet" onClick={() => setDraft(withoutFilters(params))}>
              {t('common.clearAll')}
            </Button>
          )}
          <Button wide aria-busy={!current || undefined} onClick={apply}>
            {/* No number until it counts the last change. */}
            {!total || !current
              ? t('filter.showAll')
              : total.count === 1
                ? t('filter.showOne')
                : t('filter.show', { n: formatCount(translator, total) })}
          </Button>
        </div>
      }
    >
      <div className="filter-sheet">
        <SortSelect params={params} onChange={setDraft} />
        <FilterFields {...{ params, summary, categories }} waiting={!summary && !current} onChange={setDraft} isLive />
      </div>
    </Drawer>
  );
}

function withPricesInOrder(params: SearchParams): SearchParams {
  return { ...params, ...inOrder(params.min, params.max) };
}
