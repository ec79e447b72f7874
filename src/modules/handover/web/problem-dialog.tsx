import './problem-dialog.css';
import { ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { OpenerForm } from '#platform/forms/before-script.tsx';
import { PageDialog } from '#platform/forms/page-dialog.tsx';
import { useTranslator } from '#platform/web/translator.tsx';
import type { Deal } from './order-facts.ts';
import { TimedText } from './timed-text.tsx';

/** The actions of a buyer with a problem: call the booking off while that is possible, dispute, report, or write to the store. */
export function ProblemDialog(props: {
  deal: Deal;
  open: boolean;
  onClose(): void;
  /** Absent after the handover. */
  onCallOff: (() => void) | undefined;
}) {
  const { deal, open, onClose, onCallOff } = props;
  const { t } = useTranslator();
  const { _id, itemId, state, inspectUntil } = deal;
  const describe = () => {
    if (state === 'completed') return t('wrong.sheetCash');
    if (onCallOff || !inspectUntil) return t('wrong.sheetBody');
    return <TimedText at={inspectUntil} format={(date) => t('wrong.sheetAfter', { date })} />;
  };
  return (
    <PageDialog param="open" open={open} onClose={onClose} title={t('wrong.sheet')} description={describe()}>
      <ul className="problem-choices">
        {onCallOff && (
          <li>
            <OpenerForm name="open" value="calloff" open={onCallOff}>
              <button type="submit" className="problem-choice">
                <ChoiceText title={t('act.callOff')}>
                  {t(state === 'held' ? 'wrong.callOffCashHint' : 'wrong.callOffHint')}
                </ChoiceText>
              </button>
            </OpenerForm>
          </li>
        )}
        {state === 'handed_over' && (
          <li>
            <Link className="problem-choice" to={`/dashboard/myorders/${_id}/dispute`}>
              <ChoiceText title={t('wrong.claim')}>{t('wrong.claimHint')}</ChoiceText>
            </Link>
          </li>
        )}
        <li>
          <Link className="problem-choice" to={`/dashboard/myreports?report=${itemId}`}>
            <ChoiceText title={t('wrong.report')}>{t('wrong.reportHint')}</ChoiceText>
          </Link>
        </li>
        <li>
          <Link className="problem-choice" to={`/contact?subject=booking-or-payment&order=${_id}`}>
            <ChoiceText title={t('wrong.write')}>{t('wrong.writeHint')}</ChoiceText>
          </Link>
        </li>
      </ul>
    </PageDialog>
  );
}

function ChoiceText({ title, children }: { title: string; children: ReactNode }) {
  return (
    <>
      <span>
        <b>{title}</b>
        <small>{children}</small>
      </span>
      <ChevronRight className="icon" aria-hidden />
    </>
  );
}
