import { Check, Trash2 } from 'lucide-react';
import { FormButton, OpenerButton } from '#platform/forms/before-script.tsx';
import type { RowAction } from '#platform/forms/use-row-action.ts';
import { useTranslator } from '#platform/web/translator.tsx';
import { Chip } from '#ui/chip.tsx';
import type { ReportedItem } from '../contract.ts';
import { decisionsFor } from '../rules.ts';
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
  const send = (fields: Record<string, string>) => deciding.send(item, fields);
  if (!decisionsFor(item.status).includes('keep'))
    return (
      <div className="reports-actions">
        <Chip tone="mute">{t('reports.gone')}</Chip>
        <FormButton
          fields={decisionForm(item, 'remove')}
          send={send}
          id={firstButtonId(item)}
          size="sm"
          look="ghost"
          aria-label={t('reports.closeName', { name })}
          pending={isPending}
          pendingLabel={t('reports.closing')}
        >
          {t('reports.close')}
        </FormButton>
      </div>
    );
  return (
    <div className="reports-actions">
      <FormButton
        fields={decisionForm(item, 'keep')}
        send={send}
        id={firstButtonId(item)}
        size="sm"
        look="ghost"
        icon={<Check className="icon" aria-hidden />}
        aria-label={t('reports.keepName', { name })}
        pending={isPending && deciding.pending?.get('decision') === 'keep'}
        pendingLabel={t('reports.keeping')}
      >
        {t('reports.keep')}
      </FormButton>
      <OpenerButton
        {...deciding.opener(item)}
        size="sm"
        look="danger-quiet"
        icon={<Trash2 className="icon" aria-hidden />}
        aria-label={t('reports.removeName', { name })}
      >
        {t('reports.remove')}
      </OpenerButton>
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
