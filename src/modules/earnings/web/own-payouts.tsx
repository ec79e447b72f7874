import { useTranslator } from '#platform/web/translator.tsx';
import { Chip } from '#ui/chip.tsx';
import type { Earnings } from '../contract.ts';

const TONES = { due: 'wait', sent: 'info', paid: 'ok', failed: 'mute' } as const;

/** The newest payouts of a seller, with their state. */
export function OwnPayouts({ payouts }: Pick<Earnings, 'payouts'>) {
  const { t, money, day } = useTranslator();
  return (
    <>
      <h3>{t('earn.payouts')}</h3>
      <ul className="earnings-payouts">
        {payouts.map(({ number, amount, state, at, reason }) => (
          <li key={number}>
            <b className="num">{money(amount)}</b>
            <Chip tone={TONES[state]}>{t(`earn.payout.${state}`)}</Chip>
            <small className="num">
              {number} · <time dateTime={at}>{day(at)}</time>
            </small>
            {reason && <small>{t('earn.payoutFailed', { reason })}</small>}
          </li>
        ))}
      </ul>
    </>
  );
}
