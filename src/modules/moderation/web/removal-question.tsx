import { useTranslator } from '#platform/web/translator.tsx';
import type { RowAction } from '#platform/web/use-row-action.ts';
import { ConfirmDialog } from '#ui/lazy-overlays.tsx';
import type { ReportedItem } from '../contract.ts';
import { decisionForm } from './cases.ts';

/** Asks before a listing is removed, and stays open until it is. */
export function RemovalQuestion({ deciding }: { deciding: RowAction<ReportedItem> }) {
  const { t } = useTranslator();
  const { asked, lastAsked, pending, finalFocus } = deciding;
  return (
    <ConfirmDialog
      open={asked !== null}
      onClose={deciding.close}
      onConfirm={() => asked && deciding.send(asked, decisionForm(asked, 'remove'))}
      title={t('reports.removeQ', { name: lastAsked?.itemName ?? '' })}
      effect={t('reports.removeEffect')}
      keepLabel={t('common.cancel')}
      confirmLabel={t('reports.remove')}
      pending={pending !== null}
      pendingLabel={t('reports.removing')}
      finalFocus={finalFocus}
    />
  );
}
