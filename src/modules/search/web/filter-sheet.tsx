import './filter-sheet.css';
import { useState } from 'react';
import type { Category } from '#modules/catalogue/contract.ts';
import { useTranslator } from '#platform/web/translator.tsx';
import { Button } from '#ui/button.tsx';
import { Drawer } from '#ui/drawer.tsx';
import { sayCount } from './facet.tsx';
import { SortChoice } from './filter-bar.tsx';
import { FilterFields } from './filter-fields.tsx';
import { appliedOf, type Quest, withoutAll } from './quest.ts';
import { type Count, type Summary, useSummary } from './use-summary.ts';

interface FilterSheetProps {
  open: boolean;
  onClose(): void;
  quest: Quest;
  summary: Summary | undefined;
  categories: readonly Category[];
  inCategory: boolean;
  onApply(next: Quest): void;
}

/** All filters on a sheet, where there is no room beside the list. Nothing changes before one says so at its foot. */
export function FilterSheet(props: FilterSheetProps) {
  const { open, onClose, categories, inCategory, onApply } = props;
  const { t } = useTranslator();
  const [wanted, setWanted] = useState<Quest>();
  const asked = useSummary(wanted);
  const { summary, current } = wanted && asked.summary ? asked : { summary: props.summary, current: !wanted };
  const quest = wanted ?? props.quest;
  function close() {
    setWanted(undefined);
    onClose();
  }
  function show() {
    onApply(quest);
    close();
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
          {appliedOf(quest, inCategory).length > 0 && (
            <Button look="quiet" onClick={() => setWanted(withoutAll(quest, inCategory))}>
              {t('common.clearAll')}
            </Button>
          )}
          <Button wide aria-busy={!current || undefined} onClick={show}>
            <ShowLabel total={summary?.total} />
          </Button>
        </div>
      }
    >
      <div className="filter-sheet">
        <SortChoice q={quest.q} sort={quest.sort} onChange={(sort) => setWanted({ ...quest, sort })} />
        <FilterFields
          quest={quest}
          summary={summary}
          waiting={!summary && !current}
          categories={categories}
          onChange={setWanted}
        />
      </div>
    </Drawer>
  );
}

function ShowLabel({ total }: { total: Count | undefined }) {
  const words = useTranslator();
  if (!total) return words.t('filter.showAll');
  if (total.count === 1) return words.t('filter.showOne');
  return words.t('filter.show', { n: sayCount(words, total) });
}
