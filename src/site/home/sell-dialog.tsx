import { useTranslator } from '#platform/web/translator.tsx';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';

/** Explains to a buyer how to sell. An own chunk, because few users open it. */
export function SellDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t } = useTranslator();
  return (
    <Dialog
      size="sm"
      open={open}
      onClose={onClose}
      title={t('sell.onlySellers')}
      description={t('sell.how')}
      closeLabel={t('common.close')}
    >
      <Button className="dialog-action" onClick={onClose}>
        {t('sell.ok')}
      </Button>
    </Dialog>
  );
}
