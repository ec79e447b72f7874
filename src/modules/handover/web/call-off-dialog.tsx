import './call-off-dialog.css';
import { useId } from 'react';
import { useFetcher } from 'react-router';
import { isLateCallOff } from '#modules/bookings/late-call-off.rules.ts';
import { useFormKey, useHydrated, useReply } from '#platform/forms/before-script.tsx';
import { PageDialog } from '#platform/forms/page-dialog.tsx';
import { useActionResult } from '#platform/forms/use-action-result.ts';
import { useTranslator } from '#platform/web/translator.tsx';
import { Button } from '#ui/button.tsx';
import { TextAreaField } from '#ui/text-area-field.tsx';
import { CALL_OFF_REASONS, REASON_MAX_CHARS } from '../rules.ts';
import type { OrderResult } from './act-on-order.ts';
import { type Deal, otherName, type Side } from './order-facts.ts';
import { OTHER_REASON } from './reason-text.ts';

interface CallOffProps {
  deal: Deal;
  side: Side;
  open: boolean;
  onClose(): void;
}

/** Asks for the reason, and calls a booking off. */
export function CallOffDialog(props: CallOffProps) {
  const { deal, side, open, onClose } = props;
  const { t, money } = useTranslator();
  const { itemName: item, itemPrice } = deal;
  return (
    <PageDialog
      param="open"
      open={open}
      onClose={onClose}
      title={t('callOff.title', { item })}
      description={t(effectOf(deal, side), { amount: money(itemPrice), name: otherName(deal, t) })}
      closeLabel={t('common.keepIt')}
    >
      <CallOffForm {...props} />
    </PageDialog>
  );
}

/** Returns the message key of the effect of a call-off now. */
function effectOf({ state, noShowFrom }: Deal, side: Side) {
  if (state !== 'held') return side === 'buyer' ? 'callOff.body' : 'callOff.bodySeller';
  const isLate = noShowFrom !== undefined && isLateCallOff(new Date(noShowFrom), new Date());
  return isLate ? 'callOff.bodyCashLate' : 'callOff.bodyCash';
}

function CallOffForm({ deal, side, onClose }: CallOffProps) {
  const { t } = useTranslator();
  const hydrated = useHydrated();
  const fetcher = useFetcher<OrderResult>();
  const reply = useReply(fetcher) as OrderResult | undefined;
  const key = useFormKey(reply);
  const id = useId();
  const refused = reply?.callOff;
  const reasons = CALL_OFF_REASONS.filter((one) => one !== (side === 'buyer' ? 'notForSale' : 'notNeeded'));
  useActionResult(fetcher, ({ done }) => done && onClose());
  const option = (value: string, label: string) => (
    <label key={value} className="call-off-reason">
      <input type="radio" name="why" value={value} defaultChecked={value === (refused?.why ?? reasons[0])} />
      {label}
    </label>
  );
  return (
    <fetcher.Form method="post" className="form">
      <input type="hidden" name="intent" value="calloff" />
      <input type="hidden" name="item" value={deal.itemName} />
      <input type="hidden" name="key" value={key} />
      <fieldset className="call-off">
        <legend className="field-label">{t('callOff.reason', { name: otherName(deal, t) })}</legend>
        {reasons.map((reason) => option(reason, t(`handover.reason.${reason}`)))}
        {option(OTHER_REASON, t('callOff.other'))}
        <div className="call-off-text">
          <TextAreaField
            id={id}
            name="text"
            label={t('callOff.text')}
            rows={3}
            maxLength={REASON_MAX_CHARS}
            defaultValue={refused?.text}
            error={refused?.error}
          />
        </div>
      </fieldset>
      <div className="dialog-answers">
        {hydrated && (
          <Button look="ghost" onClick={onClose}>
            {t('common.keepIt')}
          </Button>
        )}
        <Button type="submit" look="danger" pending={fetcher.state !== 'idle'} pendingLabel={t('common.sending')}>
          {t('act.callOff')}
        </Button>
      </div>
    </fetcher.Form>
  );
}
