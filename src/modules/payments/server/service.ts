import type { Method } from '#modules/bookings/rules.ts';
import { Problem } from '#platform/contract/problem.ts';
import { transaction } from '#platform/database/database.ts';
import type { PAYMENT_STATUSES } from '../contract.ts';
import { isCaptured, isOpen, type Refusal } from '../rules.ts';
import { endOther } from './begin.service.ts';
import {
  findLatestPayment,
  reopenPayment,
  selectBegunAfter,
  updateConfirmed,
  updateConfirming,
  updateEnded,
  updateNotTaken,
} from './open-payments.store.ts';
import type { PaymentDeps } from './payment-deps.ts';
import { mayPoll } from './poll-limits.ts';
import { pollAfterRefusal } from './poll-queue.ts';
import { type PaymentNumber, type ProviderChange, ProviderUnavailable, ProviderUnclear } from './providers/provider.ts';
import { fetchRecord } from './records.service.ts';
import { type Settled, settlePayment } from './settle.service.ts';
import { findAvailability, findBookingState, findBuyerOfPayment, findPayment, insertEvent } from './store.ts';
import { isCardPaused } from './velocity.service.ts';

/**
 * Records a card payment that a buyer reports, after fetching it from the provider. Returns the payment's id, the same each
 * time. @throws Problem (409) while the provider does not report it as succeeded, and without keys for cards, (404) when it
 * is not for this booking.
 */
export async function recordReportedPayment(
  deps: PaymentDeps,
  buyerId: string,
  bookingId: string,
  intent: string,
): Promise<string> {
  const state = await findBookingState(deps.db, bookingId, buyerId);
  if (!state) throw new Problem('missing', 'not-found', 'error.notFound');
  const provider = deps.providers.by('card')?.name;
  if (!provider) throw new Problem('conflict', 'method-not-offered', 'pay.methodNotOffered');
  const record = await fetchRecord(deps, { provider, intent });
  if (record?.bookingId !== bookingId) throw new Problem('missing', 'not-found', 'error.notFound');
  const payment = await settlePayment(deps, record);
  if (payment?.state === 'succeeded') return payment.id;
  if (payment && state === 'refunded') throw new Problem('conflict', 'refunded', 'pay.saleRefunded');
  if (payment?.state === 'review') throw new Problem('conflict', 'under-review', 'pay.underReview');
  if (payment?.state === 'refund_due' || payment?.state === 'refunded')
    throw new Problem('conflict', 'refunded', 'pay.refunded');
  throw new Problem('conflict', 'not-succeeded', 'pay.notSucceeded');
}

/**
 * Captures the payment that the buyer approved at the provider's page, and settles the outcome. Payments by other
 * providers that began after it end first, where possible: a second capture is refunded. Nothing is captured without a
 * free product, or while another payment is being captured. A crash between the steps repeats them: a provider takes a
 * payment's money once.
 * @param mayReopen also for a payment ended here, where `reopenPayment` allows it
 * @throws ProviderUnavailable when the outcome is unknown; the payment is fetched again until it is known.
 */
export async function completePayment(
  deps: PaymentDeps,
  number: PaymentNumber,
  mayReopen = false,
): Promise<Settled | undefined> {
  const { db, providers } = deps;
  const payment = await findPayment(db, number);
  if (!payment) return undefined;
  const { provider, intent } = number;
  const outlook = isCaptured(payment.state) ? undefined : await findAvailability(db, payment.bookingId, intent);
  const open = outlook?.isFree ? await updateConfirming(db, provider, intent) : undefined;
  const isReopened = !open && outlook?.isFree && mayReopen && (await reopenPayment(db, provider, intent));
  if (!open && !isReopened) return pollAndSettle(deps, number);
  if (!(await endLater(deps, payment))) {
    await updateNotTaken(db, payment.id, open?.since ?? null);
    return pollAndSettle(deps, number);
  }
  const { confirm, takesOnConfirm } = providers.of(provider);
  const record = await confirm(intent);
  const settled = record && (await settlePayment(deps, record));
  if (takesOnConfirm && record?.state === 'failed') await pollAfterRefusal(db, number);
  await updateConfirmed(db, provider, intent);
  return settled;
}

/**
 * Ends payments that began after this one by other providers. Returns false where the money of one was or is being
 * taken.
 */
async function endLater(deps: PaymentDeps, { id, provider }: { id: string; provider: string }): Promise<boolean> {
  if (!deps.providers.of(provider).takesOnConfirm) return true;
  try {
    for (const other of await selectBegunAfter(deps.db, id)) await endOther(deps, other);
    return true;
  } catch (error) {
    // Another provider's outage says nothing about this one.
    if (error instanceof ProviderUnavailable) throw new ProviderUnclear(error);
    if (!(error instanceof Problem) || error.status !== 409) throw error;
    return false;
  }
}

/** Fetches a payment from its provider and settles it. @throws ProviderUnavailable */
export async function pollAndSettle(deps: PaymentDeps, number: PaymentNumber): Promise<Settled | undefined> {
  const record = await fetchRecord(deps, number);
  return record && settlePayment(deps, record);
}

/** Cancels an open payment whose buyer returned without paying, if its provider allows that. @throws ProviderUnavailable */
export async function cancelAbandonedPayment(deps: PaymentDeps, number: PaymentNumber): Promise<void> {
  const settled = await pollAndSettle(deps, number);
  if (settled?.state !== 'created' || !(await deps.providers.of(number.provider).cancel(number.intent))) return;
  await updateEnded(deps.db, settled.id);
}

type PaymentStatus = {
  state: (typeof PAYMENT_STATUSES)[number];
  /** Absent without the keys of its provider. */
  method?: Method | undefined;
  refusal?: Refusal | undefined;
  away: boolean;
};

/** A buyer's booking, and the method by which the buyer came back. */
interface PaymentQuery {
  buyerId: string;
  bookingId: string;
  method?: Method | undefined;
}

/**
 * Returns the recorded state of the latest payment of a buyer's booking. Those by the method of the return come first.
 * @throws Problem (404) without such a booking.
 */
export async function readPaymentStatus(deps: PaymentDeps, query: PaymentQuery): Promise<PaymentStatus> {
  const { latest, method } = await findPaymentStatus(deps, query);
  return latest ? { ...statusOf(latest), method, away: false } : { state: 'none', away: false };
}

async function findPaymentStatus(deps: PaymentDeps, { buyerId, bookingId, method }: PaymentQuery) {
  const returned = method && deps.providers.by(method)?.name;
  const booking = await findLatestPayment(deps.db, bookingId, buyerId, returned);
  if (!booking) throw new Problem('missing', 'not-found', 'error.notFound');
  const latest = booking.payment;
  return { latest, method: deps.providers.all.find(({ name }) => name === latest?.provider)?.method };
}

/**
 * Fetches the latest payment of a buyer's booking from its provider, unless it was fetched a moment ago. Those by the
 * method of the return come first. Returns its state. @throws Problem (404) without such a booking.
 */
export async function checkBooking(deps: PaymentDeps, query: PaymentQuery): Promise<PaymentStatus> {
  const { latest, method } = await findPaymentStatus(deps, query);
  if (!latest) return { state: 'none', away: false };
  if (!isOpen(latest.state) || !(await mayPoll(deps, latest))) return { ...statusOf(latest), method, away: false };
  try {
    const settled = latest.isConfirming ? await completePayment(deps, latest) : await pollAndSettle(deps, latest);
    return { ...statusOf(settled ?? latest), method, away: false };
  } catch (error) {
    if (!(error instanceof ProviderUnavailable)) throw error;
    return { state: 'open', method, away: !(error instanceof ProviderUnclear) };
  }
}

function statusOf({ state, refusal }: Pick<Settled, 'state' | 'refusal'>): Pick<PaymentStatus, 'state' | 'refusal'> {
  if (state === 'failed' && refusal) return { state, refusal };
  if (state === 'created') return { state: 'open' };
  if (state === 'succeeded') return { state: 'paid' };
  return { state: state === 'refund_due' || state === 'refunded' ? 'returned' : state };
}

/**
 * Applies a change that a provider reports, exactly once: its id is stored in the transaction of its effect. Ignores
 * the content and fetches the payment with its refunds and disputes. So late and reordered reports change nothing.
 * @throws ProviderUnavailable when the provider cannot be reached.
 */
export async function handleProviderChange(deps: PaymentDeps, provider: string, change: ProviderChange): Promise<void> {
  const { id, type, reference: intent, kind } = change;
  const number = intent ? { provider, intent } : undefined;
  const record = number && (await fetchRecord(deps, number, { all: kind === 'return' }));
  await transaction(deps.db, async (db) => {
    if (!(await insertEvent(db, { id, type, intent }))) return;
    if (record) await settlePayment({ ...deps, db }, record);
  });
  if (kind === 'declined' && number) await cancelAfterDeclines(deps, number);
}

/** Cancels the payment after too many declined cards, so that the browser cannot try more cards during the pause. */
async function cancelAfterDeclines(deps: PaymentDeps, number: PaymentNumber): Promise<void> {
  const { db, providers, velocityLimits } = deps;
  const buyerId = velocityLimits && (await findBuyerOfPayment(db, number));
  if (!buyerId || !(await isCardPaused(db, buyerId, velocityLimits))) return;
  // A payment that succeeded meanwhile stays.
  await providers.of(number.provider).cancel(number.intent);
  await pollAndSettle(deps, number);
}
