import { useNavigation } from 'react-router';
import { useTranslator } from '#platform/web/translator.tsx';
import { Button } from '#ui/button.tsx';

/** Submits the form. Waits, and says so, while photos upload. */
export function SubmitButton({
  sending,
  label,
  pendingLabel,
}: {
  sending: number;
  label: string;
  pendingLabel: string;
}) {
  const { t } = useTranslator();
  const submitting = useNavigation().formMethod === 'POST';
  const waits = sending === 1 ? t('photos.waitsOne') : t('photos.waits', { n: sending });
  return (
    <Button
      type="submit"
      size="lg"
      pending={submitting || sending > 0}
      pendingLabel={sending > 0 ? waits : pendingLabel}
    >
      {label}
    </Button>
  );
}
