import type { Db } from '#platform/database/database.ts';
import {
  amountsOf,
  type ListedPayment,
  type PaymentProvider,
  type ProviderRecord,
  ProviderUnclear,
  remainingAmount,
} from './providers/provider.ts';
import type { Providers } from './providers/provider-list.ts';
import {
  findBrokenInvariants,
  type LedgerTotals,
  selectCaptured,
  selectLedgerTotals,
  selectNumbers,
} from './reconciliation-report.store.ts';
import { fetchRecord } from './records.service.ts';

/** Changes younger than this may still be in transit from the provider, and are not compared. */
const IN_TRANSIT_S = 120;
const BATCH_ROWS = 100;
/** The period of payments that are fetched one by one from a provider without a list. */
const WINDOW_DAYS = 90;

/**
 * Checks the invariants of the books on a live database. Then compares captures, refunds and disputes with the
 * provider's record, in both directions. Changes nothing. Returns the differences and the number of compared payments.
 */
export async function verifyBooks(
  db: Db,
  providers: Providers,
  now = Date.now(),
): Promise<{ differences: string[]; compared: number }> {
  const differences = (await findBrokenInvariants(db)).map(({ rule, ids }) => `${rule}: ${ids.join(', ')}`);
  const seen = new Set<string>();
  const settledBefore = new Date(now - IN_TRANSIT_S * 1000);
  const unclear: string[] = [];
  for await (const { record, ledger, surplus } of findDifferences(db, providers, seen, unclear)) {
    for (const one of [...(isDifferent(record, ledger) ? [record] : []), ...surplus]) {
      const booked = one === record ? ledger : undefined;
      if ((booked?.changed && booked.changed > settledBefore) || lastChange(one) > settledBefore) continue;
      const [there, here] = [describeTotals(totalsOf(one)), describeTotals(booked ?? ZERO)];
      differences.push(`${one.reference}: the provider has ${there}; the ledger has ${here}`);
    }
  }
  differences.push(...unclear);
  const listed = listingProviders(providers);
  for (let after = ''; ; ) {
    const captured = await selectCaptured(db, listed, { after, limit: BATCH_ROWS, days: WINDOW_DAYS });
    for (const { provider, intent, changed } of captured)
      if (changed && changed <= settledBefore && !seen.has(`${provider} ${intent}`))
        differences.push(`${intent}: captured in the ledger, unknown to the provider`);
    if (captured.length < BATCH_ROWS) break;
    after = captured.at(-1)?.intent ?? '';
  }
  return { differences, compared: seen.size - unclear.length };
}

/** A payment that differs between the provider and the ledger; `ledger` is undefined for a payment unknown to it. */
export interface Difference {
  record: ProviderRecord;
  ledger: LedgerTotals | undefined;
  /** Further captures under its number that the store does not have. */
  surplus: ProviderRecord[];
}

/** Whether the totals of a payment differ between its provider and the ledger. */
export function isDifferent(record: ProviderRecord, ledger: LedgerTotals | undefined): boolean {
  return ledger ? !isSame(ledger, totalsOf(record)) : remainingAmount(record) > 0;
}

/**
 * Yields the payments that differ between their providers and the ledger. A payment unknown to the ledger differs
 * while the store has money of it. Adds the payments that the provider knows to `seen`, each as provider and number.
 * Adds a sentence to `unclear` for each answer that is not understood.
 */
export async function* findDifferences(
  db: Db,
  providers: Providers,
  seen = new Set<string>(),
  unclear: string[] = [],
): AsyncGenerator<Difference> {
  for (const provider of providers.all)
    for await (const batch of batchesOf(db, provider)) {
      const intents = batch.map(({ reference }) => reference);
      const ledgers = new Map((await selectLedgerTotals(db, provider.name, intents)).map((one) => [one.intent, one]));
      for (const { reference: intent, listed } of batch) {
        const ledger = ledgers.get(intent);
        if (listed && (ledger ? isEqual(ledger, listed) : listed.received === 0)) {
          seen.add(`${provider.name} ${intent}`);
          continue;
        }
        const number = { provider: provider.name, intent };
        const record = await fetchRecord({ db, providers }, number, { all: true }).catch((error: unknown) => {
          if (!(error instanceof ProviderUnclear)) throw error;
          unclear.push(`${intent}: the answer of the provider is not understood (${error.cause})`);
          seen.add(`${provider.name} ${intent}`);
          return undefined;
        });
        if (!record) continue;
        seen.add(`${provider.name} ${intent}`);
        const surplus = await unknownSurplus(db, record);
        if (surplus.length > 0 || isDifferent(record, ledger)) yield { record, ledger, surplus };
      }
    }
}

async function unknownSurplus(db: Db, { provider, surplus = [] }: ProviderRecord): Promise<ProviderRecord[]> {
  if (surplus.length === 0) return [];
  const numbers = surplus.map(({ reference }) => reference);
  const known = new Set((await selectLedgerTotals(db, provider, numbers)).map(({ intent }) => intent));
  return surplus.filter(({ reference }) => !known.has(reference));
}

/** Returns the names of the providers that list all their payments. */
function listingProviders({ all }: Providers): string[] {
  return all.filter(({ list }) => list).map(({ name }) => name);
}

/** A payment to compare; `listed` is absent when the provider has no list. */
interface Compared {
  reference: string;
  listed?: ListedPayment;
}

/** Yields all payments that the provider lists; of a provider without a list, the recent ones that the store has. */
async function* batchesOf(db: Db, provider: PaymentProvider): AsyncGenerator<Compared[]> {
  if (provider.list) {
    let batch: Compared[] = [];
    for await (const listed of provider.list()) {
      batch.push({ reference: listed.reference, listed });
      if (batch.length < BATCH_ROWS) continue;
      yield batch;
      batch = [];
    }
    yield batch;
    return;
  }
  for (let after = ''; ; ) {
    const numbers = await selectNumbers(db, provider.name, after, BATCH_ROWS, WINDOW_DAYS);
    yield numbers.map((reference) => ({ reference }));
    if (numbers.length < BATCH_ROWS) return;
    after = numbers.at(-1) ?? '';
  }
}

type Totals = Pick<LedgerTotals, 'captured' | 'refunded' | 'withdrawn'>;

const ZERO: Totals = { captured: 0, refunded: 0, withdrawn: 0 };

function isSame(one: Totals, other: Totals): boolean {
  return one.captured === other.captured && one.refunded === other.refunded && one.withdrawn === other.withdrawn;
}

function totalsOf(record: ProviderRecord): Totals {
  const { received: captured, refunded, withdrawn } = amountsOf(record);
  return { captured, refunded, withdrawn };
}

/** Whether an entry of the provider's list agrees with the ledger, so that the payment need not be fetched. */
function isEqual({ captured, refunded, withdrawn }: Totals, listed: ListedPayment): boolean {
  return listed.received === captured && listed.refunded === refunded && withdrawn === 0 && !listed.isDisputed;
}

function describeTotals({ captured, refunded, withdrawn }: Totals): string {
  return `captured ${captured}, refunded ${refunded}${withdrawn > 0 ? `, held by a bank ${withdrawn}` : ''}`;
}

/** Returns the time at which a payment was last captured, refunded or disputed. */
function lastChange({ at, refunds, disputes }: ProviderRecord): Date {
  return new Date(Math.max(...[{ at }, ...refunds, ...disputes].map((one) => one.at.getTime())));
}
