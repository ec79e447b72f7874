import { OpenerButton } from '#platform/forms/before-script.tsx';
import { useTranslator } from '#platform/web/translator.tsx';
import { ActionItem } from './action-list.tsx';
import type { Deal } from './order-facts.ts';
import { TimedText } from './timed-text.tsx';

/** The button that opens the dialog to call a booking off. */
export function CallOffAction(props: { deal: Deal; opener: { name: string; value: string; open(): void } }) {
  const { deal, opener } = props;
  const { t } = useTranslator();
  const { callsOffAt } = deal;
  return (
    <ActionItem
      hint={
        <>
          {t('act.callOffHint')}{' '}
          {callsOffAt && <TimedText at={callsOffAt} format={(date) => t('act.callOffClock', { date })} />}
        </>
      }
    >
      <OpenerButton {...opener} look="danger-quiet">
        {t('act.callOff')}
      </OpenerButton>
    </ActionItem>
  );
}
