import { useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router';
import { FormProblem, useFetcherForm } from '#platform/forms/fetcher-form.tsx';
import { useTranslator } from '#platform/web/translator.tsx';
import { Button, LinkButton } from '#ui/button.tsx';
import { TextField } from '#ui/text-field.tsx';
import type { Payout } from '../../payouts.contract.ts';
import { closeForm } from './close-form.ts';
import { type CloseQuestion, choiceValue } from './payout-list.ts';

/** Asks for the bank's reference, or for the reason, of each chosen payout. */
export function ClosePayouts({ payouts, asked }: { payouts: Payout[]; asked: CloseQuestion }) {
  const { outcome } = asked;
  const { t, money } = useTranslator();
  const ids = payouts.map(({ _id }) => _id);
  const form = useFetcherForm(closeForm(ids, outcome));
  const [search] = useSearchParams();
  const heading = useRef<HTMLHeadingElement>(null);
  const focusedFor = useRef<CloseQuestion>(undefined);
  // The question stands above the button that asked it: each press asks a new one. A field keeps the focus when the script
  // arrives late.
  useEffect(() => {
    if (focusedFor.current === asked) return;
    focusedFor.current = asked;
    const { current } = heading;
    if (!current?.parentElement?.contains(document.activeElement)) current?.focus();
  }, [asked]);
  const title = t(outcome === 'paid' ? 'payout.markPaid' : 'payout.markFailed');
  return (
    <form.Form method="post" {...form.formProps} className="payouts-close" aria-labelledby="payouts-close">
      <h2 id="payouts-close" tabIndex={-1} ref={heading}>
        {title}
      </h2>
      <input type="hidden" name="intent" value={outcome} />
      <input type="hidden" name="key" value={form.key} />
      {payouts.map(({ _id, number, sellerName, amount, isTransferring }) => (
        <div key={_id} className="payouts-close-row">
          <div>
            <b className="num">{number}</b>
            <p>{t('payout.of', { name: sellerName || t('payout.sellerGone'), amount: money(amount) })}</p>
            <input type="hidden" name="id" value={choiceValue({ _id, number })} />
          </div>
          <TextField
            {...form.field(_id)}
            label={t(outcome === 'failed' ? 'payout.reason' : isTransferring ? 'payout.transfer' : 'payout.reference')}
            autoComplete="off"
          />
          {outcome === 'failed' && isTransferring && (
            <label className="payouts-unsent">
              <input type="checkbox" name="unsent" value={_id} required />
              {t('payout.unsent', { number })}
            </label>
          )}
        </div>
      ))}
      <FormProblem form={form} />
      <div className="payouts-close-actions">
        <LinkButton look="ghost" to={`?${search}`} preventScrollReset>
          {t('common.cancel')}
        </LinkButton>
        <Button
          type="submit"
          look={outcome === 'paid' ? 'brand' : 'danger'}
          pending={form.pending}
          pendingLabel={t('payout.pending')}
        >
          {title}
        </Button>
      </div>
    </form.Form>
  );
}
