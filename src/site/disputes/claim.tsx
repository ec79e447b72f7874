import './disputes.css';
import { data, Link, redirect } from 'react-router';
import { getBooking, type Order } from '#modules/bookings/contract.ts';
import { listDisputes } from '#modules/disputes/contract.ts';
import { CLAIM_REASONS, WORDS_MAX_CHARS } from '#modules/disputes/rules.ts';
import { InspectionClock } from '#modules/handover/web/inspection-clock.tsx';
import { TimedText } from '#modules/handover/web/timed-text.tsx';
import { nullIfMissing } from '#platform/contract/call-client.ts';
import { formAction } from '#platform/forms/action-result.ts';
import { authenticatedAction } from '#platform/forms/run-action.ts';
import { authenticatedLoader, type UserRequest } from '#platform/web/authenticated-loader.ts';
import { useTranslator } from '#platform/web/translator.tsx';
import { Alert } from '#ui/alert.tsx';
import { BackLink } from '#ui/back-link.tsx';
import { ChoiceCards } from '#ui/choice-cards.tsx';
import { Picture } from '#ui/picture.tsx';
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
  return data({ order, now: Date.now() }, { status: order ? 200 : 404 });
});
export const action = authenticatedAction(claim);
export const clientAction = formAction<Route.ClientActionArgs>();

export default function ClaimPage({ loaderData: { order, now } }: Route.ComponentProps) {
  const { t, product } = useTranslator();
  if (!order) return <MissingDispute />;
  const { itemName, itemPrice, inspectUntil, state, method } = order;
  const isEarly = state === 'held' || state === 'paid';
  const refusal = method === 'cash' ? 'disputes.cash' : isEarly ? 'disputes.early' : 'disputes.late';
  const toOrder = `/dashboard/myorders/${order._id}`;
  const other = order.other.name || t('disputes.gone');
  const toItem = method === 'cash' && !order.isItemRemoved;
  return (
    <>
      <title>{`${t('disputes.formTitle')} · ${product}`}</title>
      <BackLink to={toOrder}>{itemName}</BackLink>
      <h1 tabIndex={-1}>{t('disputes.formTitle')}</h1>
      {state === 'handed_over' && inspectUntil ? (
        <>
          <p className="dispute-lead">
            <TimedText at={inspectUntil} format={(date) => t('disputes.until', { date })} />{' '}
            {t('disputes.formLead', { name: other })}
          </p>
          <div className="dispute">
            <ClaimForm itemPrice={itemPrice} toOrder={toOrder} />
            <ClaimFacts order={order} other={other} now={now} />
          </div>
        </>
      ) : (
        <Alert tone="info" announce={false}>
          {t(refusal)}{' '}
          {refusal === 'disputes.late' ? (
            <Link className="text-link" to="/contact?subject=booking-or-payment">
              {t('footer.contact')}
            </Link>
          ) : (
            <Link className="text-link" to={toItem ? `/items/${order.itemId}` : toOrder}>
              {t(toItem ? 'disputes.toItem' : 'disputes.toOrder')}
            </Link>
          )}
        </Alert>
      )}
    </>
  );
}

function ClaimForm({ itemPrice, toOrder }: { itemPrice: number; toOrder: string }) {
  const { t, money, currency } = useTranslator();
  return (
    <section className="dispute-card">
      <IntentForm intent="claim" submit={t('disputes.send')} size="lg" cancelTo={toOrder}>
        {(field) => (
          <>
            <ChoiceCards
              legend={t('disputes.reasonLabel')}
              {...field('reason')}
              options={CLAIM_REASONS.map((reason) => ({
                value: reason,
                label: t(`disputes.reason.${reason}`),
              }))}
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
    </section>
  );
}

/** The item, and the time that is left for a complaint. */
function ClaimFacts({ order, other, now }: { order: Order; other: string; now: number }) {
  const { t, money } = useTranslator();
  const { itemName, itemPrice, handedOverAt, inspectUntil } = order;
  return (
    <div className="dispute-column">
      <section className="dispute-card dispute-item" aria-label={itemName}>
        <Picture src={order.image} alt="" sizes="72px" />
        <p className="num">
          <b>{itemName}</b>
          <br />
          {t('disputes.seller')}: {other}
          <br />
          {money(itemPrice)}
        </p>
      </section>
      {handedOverAt && inspectUntil && <InspectionClock from={handedOverAt} until={inspectUntil} now={now} />}
      <p className="dispute-note">{t('disputes.kept')}</p>
    </div>
  );
}
