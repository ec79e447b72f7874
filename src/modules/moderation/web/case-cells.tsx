import { Check, Trash2 } from 'lucide-react';
import { useTranslator } from '#platform/web/translator.tsx';
import type { RowAction } from '#platform/web/use-row-action.ts';
import { Button } from '#ui/button.tsx';
import { Chip } from '#ui/chip.tsx';
import type { ReportedItem } from '../contract.ts';
import { type Decision, decisionsFor } from '../rules.ts';
import { decisionForm, firstButtonId } from './cases.ts';

interface CaseActionsProps {
  item: ReportedItem;
  deciding: RowAction<ReportedItem>;
}

/** The buttons that decide on an item. A removed item can only be closed. */
export function CaseActions({ item, deciding }: CaseActionsProps) {
  const { t } = useTranslator();
  const { itemName: name } = item;
  const isPending = deciding.pending?.get('id') === item.itemId;
  const decide = (decision: Decision) => deciding.send(item, decisionForm(item, decision));
  if (!decisionsFor(item.status).includes('keep'))
    return (
      <div className="reports-actions">
        <Chip tone="mute">{t('reports.gone')}</Chip>
        <Button
          id={firstButtonId(item)}
          size="sm"
          look="ghost"
          aria-label={t('reports.closeName', { name })}
          pending={isPending}
          pendingLabel={t('reports.closing')}
          onClick={() => decide('remove')}
        >
          {t('reports.close')}
        </Button>
      </div>
    );
  return (
    <div className="reports-actions">
      <Button
        id={firstButtonId(item)}
        size="sm"
        look="ghost"
        icon={<Check className="icon" aria-hidden />}
        aria-label={t('reports.keepName', { name })}
        pending={isPending && deciding.pending?.get('decision') === 'keep'}
        pendingLabel={t('reports.keeping')}
        onClick={() => decide('keep')}
      >
        {t('reports.keep')}
      </Button>
      <Button
        size="sm"
        look="danger-quiet"
        icon={<Trash2 className="icon" aria-hidden />}
        aria-label={t('reports.removeName', { name })}
        onClick={() => deciding.ask(item)}
      >
        {t('reports.remove')}
      </Button>
    </div>
  );
}

/** The decision and its date. */
export function CaseOutcome({ item }: { item: ReportedItem }) {
  const { t, date } = useTranslator();
  const kept = item.decision === 'keep';
  return (
    <div className="reports-outcome">
      <Chip tone={kept ? 'ok' : 'mute'}>{t(kept ? 'reports.kept' : 'reports.removed')}</Chip>
      {item.decidedAt && (
        <small>
          <time dateTime={item.decidedAt}>{t('reports.decidedOn', { date: date(item.decidedAt) })}</time>
        </small>
      )}
    </div>
  );
}
