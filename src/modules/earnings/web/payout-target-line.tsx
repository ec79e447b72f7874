import './payout-target-line.css';
import { useTranslator } from '#platform/web/translator.tsx';
import type { PayoutTarget } from '../contract.ts';

/** The target of a payout: the kind as a mark, the number, and the other data of a bank account. */
export function PayoutTargetLine({ target }: { target: PayoutTarget }) {
  const { t } = useTranslator();
  const { kind, number, bank, branch, routing, holder } = target;
  const details = [bank, branch, routing, holder].filter(Boolean).join(', ');
  return (
    <span className="payout-target">
      <span className="payout-mark">{t(`earn.kind.${kind}`)}</span>
      <b className="num">{number}</b>
      {details && <small>{details}</small>}
    </span>
  );
}
