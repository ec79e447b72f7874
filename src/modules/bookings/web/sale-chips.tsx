import { Check } from 'lucide-react';
import { useTranslator } from '#platform/web/translator.tsx';
import { Chip } from '#ui/chip.tsx';

type SaleState = 'paid' | 'handed_over' | 'disputed' | 'completed' | 'partly_refunded';

/** The chips of a sale: Paid, and its state after the handover. */
export function SaleChips({ state, paid }: { state: SaleState; paid: string }) {
  const { t } = useTranslator();
  return (
    <>
      <Chip tone="ok" icon={<Check aria-hidden />}>
        {paid}
      </Chip>
      {state !== 'paid' && <Chip tone={state === 'completed' ? 'mute' : 'info'}>{t(`sale.${state}`)}</Chip>}
    </>
  );
}
