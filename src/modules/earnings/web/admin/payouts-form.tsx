import { Check, Send, Undo2, Users } from 'lucide-react';
import { useState } from 'react';
import { Form, useNavigation } from 'react-router';
import { useFormKey, useReply } from '#platform/forms/before-script.tsx';
import { useTranslator } from '#platform/web/translator.tsx';
import { Button } from '#ui/button.tsx';
import type { Payout } from '../../payouts.contract.ts';
import { CHOSEN_MAX_PAYOUTS, type PayoutList } from './payout-list.ts';
import { PayoutsTable } from './payouts-table.tsx';

/** The payouts of a state. Open ones can be chosen. The bar above them has their number, their sum and the possible actions. */
export function PayoutsForm({ list }: { list: PayoutList }) {
  const { t } = useTranslator();
  const { items, state } = list;
  const [picked, setPicked] = useState<readonly string[]>([]);
  const navigation = useNavigation();
  const key = useFormKey(useReply({ data: undefined }));
  const chosen = items.filter(({ _id }) => picked.includes(_id));
  if (state === 'paid' || state === 'failed') return <PayoutsTable list={list} />;
  const choosable = items.filter(({ mayClose }) => mayClose).slice(0, CHOSEN_MAX_PAYOUTS);
  const barred = items.filter(({ mayClose }) => !mayClose);
  const pending = navigation.formData?.get('intent');
  const pick = (id: string, on: boolean) => setPicked(on ? [...picked, id] : picked.filter((one) => one !== id));
  return (
    <Form method="post" className="payouts-form">
      <input type="hidden" name="key" value={key} />
      {/* Enter on a tick box presses the first button: it asks, and sends no money. */}
      {state === 'sent' && <button type="submit" name="intent" value="ask-paid" hidden />}
      {state === 'due' && <p className="payouts-how">{t('payout.howDue')}</p>}
      <div className="payouts-bar">
        <label className="payouts-all">
          <input
            type="checkbox"
            checked={chosen.length > 0 && chosen.length >= choosable.length}
            disabled={choosable.length === 0}
            onChange={(event) => setPicked(event.currentTarget.checked ? choosable.map(({ _id }) => _id) : [])}
          />
          <span className="sr">{t('payout.selectAll')}</span>
        </label>
        <Chosen chosen={chosen} />
        {state === 'due' ? (
          <Button
            type="submit"
            size="sm"
            name="intent"
            value="send"
            icon={<Send className="icon" aria-hidden />}
            pending={pending === 'send'}
            pendingLabel={t('payout.pending')}
          >
            {t('payout.markSent')}
          </Button>
        ) : (
          <>
            {items.some(({ mayTransfer }) => mayTransfer) && (
              <Button
                type="submit"
                size="sm"
                look="brand"
                name="intent"
                value="transfer"
                icon={<Send className="icon" aria-hidden />}
                pending={pending === 'transfer'}
                pendingLabel={t('payout.transferPending')}
              >
                {t('payout.send')}
              </Button>
            )}
            <AskButton outcome="paid" pending={pending === 'ask-paid'} />
          </>
        )}
        <AskButton outcome="failed" pending={pending === 'ask-failed'} />
      </div>
      <PayoutsTable list={list} picked={picked} onPick={pick} />
      {barred.map(({ _id, number, isOwn }) => (
        <p key={_id} className="payouts-barred">
          <Users className="icon" aria-hidden />
          {t(isOwn ? 'payout.ownOf' : 'payout.fourEyesOf', { number })}
        </p>
      ))}
    </Form>
  );
}

function Chosen({ chosen }: { chosen: Payout[] }) {
  const { t, money } = useTranslator();
  const sum = chosen.reduce((total, { amount }) => total + Math.round(amount * 100), 0) / 100;
  return (
    <b className="num" role="status">
      {chosen.length > 0 ? t('payout.selected', { n: chosen.length, amount: money(sum) }) : t('payout.selectedNone')}
    </b>
  );
}

/** Asks for the reference, or for the reason, of each chosen payout. */
function AskButton({ outcome, pending }: { outcome: 'paid' | 'failed'; pending: boolean }) {
  const { t } = useTranslator();
  const Icon = outcome === 'paid' ? Check : Undo2;
  return (
    <Button
      type="submit"
      size="sm"
      look={outcome === 'paid' ? 'brand' : 'ghost'}
      name="intent"
      value={`ask-${outcome}`}
      icon={<Icon className="icon" aria-hidden />}
      pending={pending}
      pendingLabel={t('payout.askPending')}
    >
      {t(outcome === 'paid' ? 'payout.markPaid' : 'payout.markFailed')}
    </Button>
  );
}
