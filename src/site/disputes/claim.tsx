import './disputes.css';
import { Clock } from 'lucide-react';
import { data, Link, redirect } from 'react-router';
import { getBooking } from '#modules/bookings/contract.ts';
import { listDisputes } from '#modules/disputes/contract.ts';
import { CLAIM_REASONS, WORDS_MAX_CHARS } from '#modules/disputes/rules.ts';
import { TimedText } from '#modules/handover/web/timed-text.tsx';
import { nullIfMissing } from '#platform/contract/call-client.ts';
import { formAction } from '#platform/forms/action-result.ts';
import { authenticatedAction } from '#platform/forms/run-action.ts';
import { authenticatedLoader, type UserRequest } from '#platform/web/authenticated-loader.ts';
import { useTranslator } from '#platform/web/translator.tsx';
import { Alert } from '#ui/alert.tsx';
import { BackLink } from '#ui/back-link.tsx';
import { ChoiceCards } from '#ui/choice-cards.tsx';
import { TextAreaField } from '#ui/text-area-field.tsx';
import { MoneyField } from '#ui/text-field.tsx';
import type { Route } from './+types/claim.ts';
import { claim } from './act-on-dispute.ts';
import { DisputePhotos } from './dispute-photos.tsx';
import { IntentForm } from './intent-form.tsx';
import { MissingDispute } from './missing-dispute.tsx';

export const handle = { thing: 'disputes.thing' } as const;

/** Leads to the dispute that the booking has. The order is null, with the status 404, when the buyer has none. */
export const loader = authenticatedLoader(async ({ api, params }: UserRequest<Route.LoaderArgs['params']>) => {
  const order = await api.send(getBooking, { params }).catch(nullIfMissing);
  const { items } = order ? await api.send(listDisputes, { query: { booking: params.id } }) : { items: [] };
  if (items[0]) throw redirect(`/dashboard/disputes/${items[0]._id}`);
  return data({ order }, { status: order ? 200 : 404 });
});
export const action = authenticatedAction(claim);
export const clientAction = formAction<Route.ClientActionArgs>();

export default function ClaimPage({ loaderData: { order } }: Route.ComponentProps) {
  const { t, money, currency, product } = useTranslator();
  if (!order) return <MissingDispute />;
  const { itemName, itemPrice, inspectUntil, state, method } = order;
  const isEarly = state === 'held' || state === 'paid';
  const refusal = method === 'cash' ? 'disputes.cash' : isEarly ? 'disputes.early' : 'disputes.late';
  const toItem = method === 'cash' && !order.isItemRemoved;
  return (
    <>
      <title>{`${t('disputes.formTitle')} · ${product}`}</title>
      <BackLink to={`/dashboard/myorders/${order._id}`}>{itemName}</BackLink>
      <h1 tabIndex={-1}>{t('disputes.formTitle')}</h1>
      {state === 'handed_over' && inspectUntil ? (
        <section className="dispute-card">
          <p className="dispute-lead">{t('disputes.formLead', { name: order.other.name || t('disputes.gone') })}</p>
          <p className="dispute-clock">
            <Clock className="icon" aria-hidden />
            <span>
              <TimedText at={inspectUntil} format={(date) => t('disputes.until', { date })} />
            </span>
          </p>
          <IntentForm intent="claim" submit={t('disputes.send')} size="lg">
            {(field) => (
              <>
                <ChoiceCards
                  legend={t('disputes.reasonLabel')}
                  {...field('reason')}
                  options={CLAIM_REASONS.map((reason) => ({ value: reason, label: t(`disputes.reason.${reason}`) }))}
                />
                <TextAreaField
                  id="dispute-text"
                  {...field('text')}
                  label={t('disputes.text')}
                  hint={t('disputes.textHint')}
                  rows={6}
                  limit={WORDS_MAX_CHARS}
                  counter={(n) => t('disputes.counter', { n, max: WORDS_MAX_CHARS })}
                />
                <DisputePhotos error={field('photos').error} />
                <ChoiceCards
                  legend={t('disputes.want')}
                  {...field('want')}
                  options={[
                    { value: 'refund', label: t('disputes.wantAll'), hint: t('disputes.wantAllHint') },
                    { value: 'part', label: t('disputes.wantPart'), hint: t('disputes.wantPartHint') },
                  ]}
                  defaultValue={field('want').defaultValue ?? 'refund'}
                />
                <MoneyField
                  id="dispute-amount"
                  className="dispute-sum"
                  {...field('amount')}
                  prefix={currency}
                  label={t('disputes.amountLabel')}
                  hint={t('disputes.amountHint', { amount: money(itemPrice) })}
                />
              </>
            )}
          </IntentForm>
          <p className="dispute-note">{t('disputes.kept')}</p>
        </section>
      ) : (
        <Alert tone="info" announce={false}>
          {t(refusal)}{' '}
          {refusal === 'disputes.late' ? (
            <Link className="text-link" to="/contact?subject=booking-or-payment">
              {t('footer.contact')}
            </Link>
          ) : (
            <Link className="text-link" to={toItem ? `/items/${order.itemId}` : `/dashboard/myorders/${order._id}`}>
              {t(toItem ? 'disputes.toItem' : 'disputes.toOrder')}
            </Link>
          )}
        </Alert>
      )}
    </>
  );
}
