import { isSale } from '#modules/bookings/rules.ts';
import { Problem } from '#platform/contract/problem.ts';
import { toPoisha } from '#platform/contract/values.ts';
import { type Db, transaction } from '#platform/database/database.ts';
import {
  findPayableBooking,
  insertStartedPayment,
  type OpenPayment,
  type OtherPayment,
  PAGE_MAX_MINUTES,
  type StartedPayment,
  updateAbandoned,
  updateEnded,
} from './open-payments.store.ts';
import type { PaymentDeps } from './payment-deps.ts';
import { type BegunPayment, isPolled, type PaymentProvider } from './providers/provider.ts';
import { fetchRecord } from './records.service.ts';
import { settlePayment } from './settle.service.ts';
import { findPayment } from './store.ts';
import { assertCardNotPaused, assertIntentsBelowLimit } from './velocity.service.ts';

/** Age up to which an open page of a provider is used again. */
const PAGE_REUSE_MAX_MINUTES = 15;

/** Records that the buyer chose this payment method, in the caller's transaction or one of its own. */
export type RecordMethod = (db: Db) => Promise<unknown>;

/** The payer, as the provider needs it. */
export interface Buyer {
  id: string;
  name: string;
  email: string;
}

/**
 * Begins the payment of a booking by one provider, for the booked price, or returns the open one. Open payments by
 * other providers are ended first, where possible. Returns the browser's data for the payment.
 * @param shownPrice the price on the buyer's screen, in Tk; absent where the screen sends none
 * @param recordMethod is called in the transaction that stores the payment, or at once for the open one
 * @throws Problem (404) without such a booking, (409) when it cannot be paid, the price differs or a payment is in
 * progress, (429) above the limits, (503) when the provider cannot be reached.
 */
export async function beginPayment(
  deps: PaymentDeps,
  provider: PaymentProvider,
  buyer: Buyer,
  { bookingId, shownPrice, recordMethod }: { bookingId: string; shownPrice?: number; recordMethod?: RecordMethod },
): Promise<BegunPayment> {
  const { db, velocityLimits, emailContext } = deps;
  const { name } = provider;
  const find = () => findPayableBooking(db, { bookingId, buyerId: buyer.id, provider: name });
  const booking = await find();
  if (!booking) throw new Problem('missing', 'not-found', 'error.notFound');
  if (isSale(booking.state)) throw new Problem('conflict', 'already-paid', 'pay.alreadyPaid');
  if (booking.reviewed) throw new Problem('conflict', 'under-review', 'pay.underReview');
  if (!booking.payable) throw new Problem('conflict', 'hold-ended', 'pay.holdEnded');
  if (shownPrice !== undefined && toPoisha(shownPrice) !== booking.price)
    throw new Problem('conflict', 'price-differs', 'pay.priceDiffers');
  if (velocityLimits && provider.method === 'card') await assertCardNotPaused(db, buyer.id, velocityLimits);

  const { open, price: amount, currency } = booking;
  const isOwn = (one: OpenPayment) => one.provider === name;
  for (const other of open) if (!isOwn(other)) await endOther(deps, other);
  const own = open.find(isOwn);
  const resumed = own && (await resumeOrEnd(deps, provider, own));
  if (resumed) {
    await recordMethod?.(db);
    return resumed;
  }
  if (velocityLimits) await assertIntentsBelowLimit(db, { buyerId: buyer.id, provider: name }, velocityLimits);
  const { reference: intent, ...begun } = await provider.begin({
    bookingId,
    productId: booking.productId,
    itemName: booking.itemName,
    amount,
    currency,
    attempt: booking.count,
    buyer: { name: buyer.name, email: buyer.email, phone: booking.phone },
    origin: emailContext.origin,
  });
  const payment = {
    ...{ provider: name, bookingId, intent, amount, currency },
    ...{ redirectUrl: begun.redirectUrl, isPolled: isPolled(provider) },
  };
  const beside = open.filter((one) => !isOwn(one)).map(({ id }) => id);
  const stored = await storePayment(db, payment, beside, recordMethod).catch(async (error) => {
    // The page or secret of a payment that is not stored is never sent to a browser.
    if (error instanceof Problem) await provider.cancel(intent);
    throw error;
  });
  if (stored === 'inserted') return begun;
  // Of two requests at the same time, both get the payment that is stored.
  const first = (await find())?.open.find(isOwn);
  // A message about it may come before it is stored.
  if (first?.intent === intent) return begun;
  await provider.cancel(intent);
  if (first?.redirectUrl) return { redirectUrl: first.redirectUrl };
  const known = first && (await fetchRecord(deps, first))?.resume;
  if (!known) throw new Problem('conflict', 'payment-under-way', 'pay.underWay');
  return known;
}

/**
 * Stores a new payment and the buyer's choice of its method. Returns `known` when this provider's payment began at the same
 * time. @throws Problem (409) when the booking was paid meanwhile, or another provider's payment began
 */
function storePayment(
  db: Db,
  payment: StartedPayment,
  beside: string[],
  recordMethod: RecordMethod | undefined,
): Promise<'inserted' | 'known'> {
  const store = async (db: Db) => {
    const stored = await insertStartedPayment(db, payment, beside);
    if (stored === 'refused') throw new Problem('conflict', 'payment-under-way', 'pay.underWay');
    return stored;
  };
  if (!recordMethod) return store(db);
  return transaction(db, async (db) => {
    await recordMethod(db);
    return store(db);
  });
}

/** Returns the browser's data to continue an open payment; undefined when that has ended. @throws Problem (409) */
async function resumeOrEnd(
  deps: PaymentDeps,
  provider: PaymentProvider,
  own: OpenPayment,
): Promise<BegunPayment | undefined> {
  const known = await fetchRecord(deps, own);
  if (known?.resume) return known.resume;
  const isFresh = known?.state === 'open' && !own.hasFailed && own.ageMinutes < PAGE_REUSE_MAX_MINUTES;
  if (isFresh && own.redirectUrl) return { redirectUrl: own.redirectUrl };
  // The payment was paid or cancelled without a message: settle it first.
  const settled = known && (await settlePayment(deps, known));
  assertNotPaid(settled?.state);
  if (settled?.state === 'cancelled') return undefined;
  if (own.isConfirming) throw new Problem('conflict', 'payment-under-way', 'pay.underWay');
  // A provider that does not know the payment takes no money for it.
  // Nor does an old page, which no provider reports as ended. A late capture goes back.
  const isOld = own.ageMinutes >= PAGE_MAX_MINUTES;
  const isDead = !known || (await provider.cancel(own.intent)) || known.state !== 'open' || isOld;
  // A second page beside one that can still be paid could take the money twice.
  if (!isDead && own.redirectUrl) return { redirectUrl: own.redirectUrl };
  await endInStore(deps, own);
  return undefined;
}

/**
 * Ends an open payment by another provider. One that a hosted page may still take is refunded if it comes second.
 * @throws Problem (409) when its money was or is being taken, (503) when its provider cannot be reached
 */
export async function endOther(deps: PaymentDeps, other: OtherPayment): Promise<void> {
  if (other.isConfirming) throw new Problem('conflict', 'payment-under-way', 'pay.underWay');
  const provider = deps.providers.all.find(({ name }) => name === other.provider);
  if (!provider) return;
  // Such a provider may be unreachable.
  if (provider.takesOnConfirm && (await updateAbandoned(deps.db, [provider.name], other.id))) return;
  const isEnded = await provider.cancel(other.intent);
  const record = await fetchRecord(deps, other);
  const settled = record && (await settlePayment(deps, record));
  assertNotPaid(settled?.state);
  if (settled?.state === 'cancelled') return;
  if (isEnded) await endInStore(deps, other);
  // A card is being charged at this moment.
  else if (!other.redirectUrl) throw new Problem('conflict', 'payment-under-way', 'pay.underWay');
}

async function endInStore({ db }: PaymentDeps, payment: Pick<OpenPayment, 'id'>): Promise<void> {
  if (await updateEnded(db, payment.id)) return;
  // Another request may have ended it.
  if ((await findPayment(db, { id: payment.id }))?.state !== 'cancelled')
    throw new Problem('conflict', 'payment-under-way', 'pay.underWay');
}

function assertNotPaid(state: string | undefined): void {
  if (state === 'review') throw new Problem('conflict', 'under-review', 'pay.underReview');
  if (state && state !== 'cancelled' && state !== 'created' && state !== 'failed')
    throw new Problem('conflict', 'already-paid', 'pay.alreadyPaid');
}
