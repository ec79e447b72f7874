import { z } from 'zod';
import type { Db } from '#platform/server/database.ts';
import { isOpen, type PaymentState } from '../rules.ts';
import { differences } from './books.ts';
import type { PaymentDeps } from './payment-deps.ts';
import { fetchRecord } from './provider-record.ts';
import { returnDue, returnStray } from './refund.job.ts';
import { amountKept, settleIntent } from './settle.service.ts';
import { findOutlook, findPaymentOfIntent } from './store.ts';

/** What settling a payment leads to: an order, a refund, lines in the books alone, or nothing until a person decides. */
export type Outcome = 'order' | 'refund' | 'record' | 'person';

/** A payment that the provider knows and a restored database does not, or not so. */
export interface Unsettled {
  intent: string;
  bookingId: string;
  /** As it was named when it was booked. */
  itemName: string;
  /** What the store still has of it, in minor units. */
  kept: number;
  currency: string;
  outcome: Outcome;
}

/** Finds every payment at the provider that the books do not have as it is there. Changes nothing. */
export async function findUnsettled({ db, stripe }: Pick<PaymentDeps, 'db' | 'stripe'>): Promise<Unsettled[]> {
  const found: Unsettled[] = [];
  for await (const { record } of differences(db, stripe)) {
    const { id, metadata, description, currency } = record.intent;
    const bookingId = metadata.bookingId ?? '';
    const kept = amountKept(record);
    const outcome = await outcomeOf(db, { intent: id, bookingId, kept, isDisputed: record.disputes.length > 0 });
    found.push({ intent: id, bookingId, itemName: description ?? '', kept, currency, outcome });
  }
  return found;
}

interface Facts {
  intent: string;
  bookingId: string;
  kept: number;
  isDisputed: boolean;
}

async function outcomeOf(db: Db, { intent, bookingId, kept, isDisputed }: Facts): Promise<Outcome> {
  const outlook = z.uuid().safeParse(bookingId).success ? await findOutlook(db, bookingId) : undefined;
  if (!outlook) return isDisputed ? 'person' : 'refund';
  const payment = await findPaymentOfIntent(db, intent);
  if ((payment && !isOpen(payment.state as PaymentState)) || kept <= 0) return 'record';
  return outlook.isFree ? 'order' : 'refund';
}

/**
 * Settles one payment: it becomes an order, goes back at the provider, or is written into the books. Done again, it
 * changes nothing more. @throws when the provider cannot be reached or refuses a refund.
 */
export async function settleUnsettled(deps: PaymentDeps, { intent }: Unsettled): Promise<void> {
  const settled = await settleIntent(deps, await fetchRecord(deps.stripe, intent, { all: true }));
  if (!settled) await returnStray(deps.stripe, intent);
  else if (settled.state === 'refund_due') await returnDue(deps, settled.id);
}
