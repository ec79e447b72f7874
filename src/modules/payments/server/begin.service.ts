import { type BookingState, isSale } from '#modules/bookings/rules.ts';
import { lockBooking } from '#modules/bookings/server/service.ts';
import { Problem } from '#platform/contract/problem.ts';
import { toPoisha } from '#platform/contract/values.ts';
import { type Db, transaction } from '#platform/database/database.ts';
import { findOpenPayments, hasRival, type OpenPayment, updateAbandoned, updateEnded } from './open-payments.store.ts';
import type { PaymentDeps } from './payment-deps.ts';
import { type Begun, isAskedAgain, type PaymentProvider } from './providers/provider.ts';
import { fetchRecord } from './records.service.ts';
import { settlePayment } from './settle.service.ts';
import { findPayableBooking, insertPayment } from './store.ts';
import { assertIntentsBelowLimit, assertNotPaused } from './velocity.service.ts';

/** The page of a provider is used again for so long. */
const PAGE_MAX_MINUTES = 15;

/** The payer, as the provider needs it. */
export interface Buyer {
  id: string;
  name: string;
  email: string;
}

/**
 * Begins the payment of a booking by one provider, for the booked price, or returns the open one. Open payments by
 * other providers are ended first, where that can be. Returns the browser's data for the payment.
 * @param shownPrice the price on the buyer's screen, in Tk; absent where the screen sends none
 * @throws Problem (404) without such a booking, (409) when it cannot be paid, the price differs or a payment is in
 * progress, (429) above the limits, (503) when the provider cannot be reached.
 */
export async function beginPayment(
  deps: PaymentDeps,
  provider: PaymentProvider,
  buyer: Buyer,
  { bookingId, shownPrice }: { bookingId: string; shownPrice?: number },
): Promise<Begun> {
  const { db, velocityLimits, emailContext } = deps;
  const { name } = provider;
  const booking = await findPayableBooking(db, bookingId, buyer.id);
  if (!booking) throw new Problem('missing', 'not-found', 'error.notFound');
  if (isSale(booking.state as BookingState)) throw new Problem('conflict', 'already-paid', 'pay.alreadyPaid');
  if (booking.reviewed) throw new Problem('conflict', 'under-review', 'pay.underReview');
  if (!booking.payable) throw new Problem('conflict', 'hold-ended', 'pay.holdEnded');
  if (shownPrice !== undefined && toPoisha(shownPrice) !== booking.price_poisha)
    throw new Problem('conflict', 'price-differs', 'pay.priceDiffers');
  if (velocityLimits && provider.method === 'card') await assertNotPaused(db, buyer.id, velocityLimits);

  const { open, count } = await findOpenPayments(db, bookingId, name);
  const isOwn = (one: OpenPayment) => one.provider === name;
  for (const other of open) if (!isOwn(other)) await endOther(deps, other);
  const own = open.find(isOwn);
  const resumed = own && (await resumeOrEnd(deps, provider, own));
  if (resumed) return resumed;
  if (velocityLimits) await assertIntentsBelowLimit(db, { buyerId: buyer.id, provider: name }, velocityLimits);
  const { reference: intent, ...begun } = await provider.begin({
    bookingId,
    productId: booking.product_id,
    itemName: booking.item_name,
    amount: booking.price_poisha,
    currency: booking.currency,
    attempt: count,
    buyer: { name: buyer.name, email: buyer.email, phone: booking.phone },
    origin: emailContext.origin,
  });
  const { price_poisha: amount, currency } = booking;
  const { redirectUrl } = begun;
  const beside = open.filter((one) => !isOwn(one)).map(({ id }) => id);
  const payment = { provider: name, bookingId, intent, amount, currency, redirectUrl };
  const stored = await storeAlone(db, { ...payment, isAskedAgain: isAskedAgain(provider) }, beside);
  if (stored === 'inserted') return begun;
  // Of two requests at the same time, both get the payment that is stored.
  const first = stored === 'known' ? (await findOpenPayments(db, bookingId, name)).open.find(isOwn) : undefined;
  // A message about it may come before it is stored.
  if (first?.intent === intent) return begun;
  // The page or secret of this payment reaches nobody.
  await provider.cancel(intent);
  if (first?.redirectUrl) return { redirectUrl: first.redirectUrl };
  const known = first && (await fetchRecord(deps, first))?.resume;
  if (!known) throw new Problem('conflict', 'payment-under-way', 'pay.underWay');
  return known;
}

/**
 * Stores a payment that begins. It is refused when the booking was paid meanwhile, or another provider's payment began. It
 * is known when this provider's payment began at the same time.
 * @param beside the payments that may stay open beside it
 */
function storeAlone(
  db: Db,
  payment: Parameters<typeof insertPayment>[1],
  beside: string[],
): Promise<'inserted' | 'known' | 'refused'> {
  return transaction(db, async (db) => {
    // Requests for one booking run one after the other from here.
    await lockBooking(db, payment.bookingId);
    if (await hasRival(db, payment.bookingId, payment.provider, beside)) return 'refused';
    return (await insertPayment(db, payment)) ? 'inserted' : 'known';
  });
}

/** Returns the browser's data to continue an open payment; undefined when that has ended. @throws Problem (409) */
async function resumeOrEnd(deps: PaymentDeps, provider: PaymentProvider, own: OpenPayment): Promise<Begun | undefined> {
  const known = await fetchRecord(deps, own);
  if (known?.resume) return known.resume;
  const isFresh = known?.state === 'open' && !own.hasFailed && own.ageMinutes < PAGE_MAX_MINUTES;
  if (isFresh && own.redirectUrl) return { redirectUrl: own.redirectUrl };
  // The payment was paid or cancelled without a message: settle it first.
  const settled = known && (await settlePayment(deps, known));
  assertNotPaid(settled?.state);
  if (settled?.state === 'cancelled') return undefined;
  if (own.isConfirming) throw new Problem('conflict', 'payment-under-way', 'pay.underWay');
  // A provider that does not know the payment takes no money for it.
  const isDead = !known || (await provider.cancel(own.intent)) || known.state !== 'open';
  // A second page beside one that can still be paid could take the money twice.
  if (!isDead && own.redirectUrl) return { redirectUrl: own.redirectUrl };
  await endHere(deps, own);
  return undefined;
}

/** Ends an open payment by another provider. One that a hosted page may still take is refunded if it comes second. */
async function endOther(deps: PaymentDeps, other: OpenPayment): Promise<void> {
  if (other.isConfirming) throw new Problem('conflict', 'payment-under-way', 'pay.underWay');
  const provider = deps.providers.all.find(({ name }) => name === other.provider);
  if (!provider) return;
  // Such a provider may be away.
  if (provider.takesOnConfirm && (await updateAbandoned(deps.db, [provider.name], other.id))) return;
  const isEnded = await provider.cancel(other.intent);
  const record = await fetchRecord(deps, other);
  const settled = record && (await settlePayment(deps, record));
  assertNotPaid(settled?.state);
  if (settled?.state === 'cancelled') return;
  if (isEnded) await endHere(deps, other);
  // A card is being charged at this moment.
  else if (!other.redirectUrl) throw new Problem('conflict', 'payment-under-way', 'pay.underWay');
}

async function endHere({ db }: PaymentDeps, payment: OpenPayment): Promise<void> {
  if (!(await updateEnded(db, payment.id))) throw new Problem('conflict', 'payment-under-way', 'pay.underWay');
}

function assertNotPaid(state: string | undefined): void {
  if (state === 'review') throw new Problem('conflict', 'under-review', 'pay.underReview');
  if (state && state !== 'cancelled' && state !== 'created' && state !== 'failed')
    throw new Problem('conflict', 'already-paid', 'pay.alreadyPaid');
}
