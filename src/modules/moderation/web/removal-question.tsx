import { useTranslator } from '#platform/web/translator.tsx';
import { ConfirmDialog } from '#ui/late-windows.tsx';
import type { Decisions } from './use-decisions.ts';

/** Asks before a listing is removed, and stays until it is done. */
export function RemovalQuestion({ decisions }: { decisions: Decisions }) {
  const { t } = useTranslator();
  return (
    <ConfirmDialog
      open={decisions.asked !== null}
      onClose={decisions.forget}
      onConfirm={decisions.confirm}
      title={t('reports.removeQ', { name: decisions.named?.itemName ?? '' })}
      effect={t('reports.removeEffect')}
      keepLabel={t('common.cancel')}
      confirmLabel={t('reports.remove')}
      pending={decisions.pending !== null}
      pendingLabel={t('reports.removing')}
      finalFocus={decisions.finalFocus}
    />
  );
}
