import { z } from 'zod';
import { Problem } from '#platform/contract/problem.ts';
import type { Db } from '#platform/database/database.ts';
import { onceFor } from '#platform/http/idempotency.ts';
import { FAILED_REFUNDS_MAX, isCaptured } from '../rules.ts';
import { selectPaymentEntries } from './ledger.store.ts';
import type { PaymentDeps } from './payment-deps.ts';
import {
  amountsOf,
  type PaymentNumber,
  type ProviderRecord,
  ProviderUnavailable,
  ProviderUnclear,
  remainingAmount,
} from './providers/provider.ts';
import { findDifferences, isDifferent } from './reconciliation-report.ts';
import { fetchFullRecord, fetchRecord } from './records.service.ts';
import { countNewFailures, mayRefund, refundDuePayment, refundUnknownPayment } from './refund.job.ts';
import { recordReturnByHand } from './refund-by-hand.service.ts';
import { selectDueNumbers } from './refunds.store.ts';
import { settlePayment } from './settle.service.ts';
import { findAvailability, findPayment, findProviderOf } from './store.ts';

/** The result of settling a payment: an order, a refund, ledger entries only, or nothing until an admin decides. */
export type Outcome = 'order' | 'refund' | 'record' | 'undecided';

/** A payment that differs between the provider and a restored database, or that is due back. */
export interface Unsettled {
  provider: string;
  intent: string;
  bookingId: string;
  /** Name of the product at the time of booking. */
  itemName: string;
  /** The amount that is not returned, in minor units. */
  kept: number;
  currency: string;
  outcome: Outcome;
  /** Of a further capture: the number of the payment under which it came. */
  under?: string;
}

/** Finds the payments that differ between provider and books, and those that the refund job would return. */
export async function findUnsettled(deps: Pick<PaymentDeps, 'db' | 'providers'>): Promise<Unsettled[]> {
  const { db, providers } = deps;
  const found: Unsettled[] = [];
  for await (const { record, ledger, surplus } of findDifferences(db, providers)) {
    if (isDifferent(record, ledger)) found.push(await predictOutcome(db, record));
    for (const extra of surplus)
      found.push({ ...(await predictOutcome(db, extra)), outcome: 'refund', under: record.reference });
  }
  const differing = new Set(found.map(keyOf));
  for (const number of await selectDueNumbers(db)) {
    if (differing.has(keyOf(number))) continue;
    // `verify-books` reports a payment that the provider does not know.
    const record = await fetchRecord(deps, number, { all: true });
    const due = record && (await predictOutcome(db, record));
    if (due?.outcome === 'refund') found.push(due);
  }
  return found;
}

function keyOf({ provider, intent }: PaymentNumber): string {
  return `${provider} ${intent}`;
}

async function predictOutcome(db: Db, record: ProviderRecord): Promise<Unsettled> {
  const { provider, reference: intent, description: itemName, currency } = record;
  const bookingId = record.bookingId ?? '';
  const payment = await findPayment(db, { provider, intent });
  const entries = payment ? await selectPaymentEntries(db, payment.id) : [];
  const byHand = entries.reduce((sum, { kind, amount }) => sum + (kind === 'by_hand' ? amount : 0), 0);
  const kept = remainingAmount(record) - byHand;
  const isStopped = payment?.isRefundStopped || countNewFailures(record, entries) >= FAILED_REFUNDS_MAX;
  const returned = !isStopped && mayRefund(record, entries) ? 'refund' : 'undecided';
  const part = payment?.state === 'succeeded' ? payment.returnPoisha - (amountsOf(record).received - kept) : 0;
  if (part > 0) return { provider, intent, bookingId, itemName, kept: part, currency, outcome: returned };
  const outcomeOf = async (): Promise<Outcome> => {
    const outlook = z.uuid().safeParse(bookingId).success ? await findAvailability(db, bookingId, intent) : undefined;
    if (!outlook) return returned;
    if (kept <= 0 || payment?.state === 'succeeded' || payment?.state === 'review') return 'record';
    if (record.state !== 'succeeded') return 'record';
    return outlook.isFree && (!payment || !isCaptured(payment.state)) ? 'order' : returned;
  };
  return { provider, intent, bookingId, itemName, kept, currency, outcome: await outcomeOf() };
}

/**
 * Settles one payment: as an order, by a refund, or by ledger entries. A further capture is settled with the payment under
 * which it came, and goes back. A repeat changes nothing. Returns false when an admin has to decide.
 * @throws when the provider cannot be reached or refuses a refund.
 */
export async function settleUnsettled(
  deps: PaymentDeps,
  { provider, intent, under }: PaymentNumber & { under?: string },
): Promise<boolean> {
  const first = { provider, intent: under ?? intent };
  const settled = await settlePayment(deps, await fetchFullRecord(deps, first));
  const payment = under ? await findPayment(deps.db, { provider, intent }) : settled;
  if (!payment) return refundUnknownPayment(deps, { provider, intent });
  return refundDuePayment(deps, payment.id);
}

/**
 * Returns provider and number of a payment, by its number alone. Asks the providers about a number that the database lacks.
 * @throws Error without one, ProviderUnavailable when there is none and a provider did not answer
 */
export async function numberOf(
  { db, providers }: Pick<PaymentDeps, 'db' | 'providers'>,
  intent: string,
): Promise<PaymentNumber> {
  const known = await findProviderOf(db, intent);
  if (known) return { provider: known, intent };
  let failed: ProviderUnavailable | undefined;
  for (const { name: provider, find } of providers.all) {
    try {
      const record = await find(intent);
      if (record && amountsOf(record).received > 0) return { provider, intent };
    } catch (error) {
      if (!(error instanceof ProviderUnavailable)) throw error;
      // A provider may refuse the number of another one by a code of its own.
      if (!(error instanceof ProviderUnclear)) failed ??= error;
    }
  }
  throw failed ?? new Error(`No payment has the number ${intent}.`);
}

/**
 * Settles a payment and records its rest as returned by hand, before a job refunds it.
 * @throws Problem (404) without its booking, and the problems of `recordReturnByHand`.
 */
export async function settleAsReturnedByHand(
  deps: PaymentDeps,
  number: PaymentNumber,
  reference: string,
): Promise<void> {
  const record = await fetchRecord(deps, number, { all: true });
  const settled = record ? await settlePayment(deps, record) : await findPayment(deps.db, number);
  if (!settled) throw new Problem('missing', 'not-found', 'error.notFound');
  const fromCommandLine = { paymentId: settled.id, actor: null, once: onceFor(undefined) };
  await recordReturnByHand(deps, fromCommandLine, { amount: 'rest', reference });
}
