import { createInterface } from 'node:readline/promises';
import {
  findUnsettled,
  type Outcome,
  settleUnsettled,
  type Unsettled,
} from '#modules/payments/server/after-restore.ts';
import { connectStripe } from '#modules/payments/server/provider.ts';
import { toTk } from '#platform/contract/values.ts';
import { createDatabase, openPool } from '#platform/server/database.ts';
import { originOf } from '#platform/server/origins.ts';
import { readSettings } from '#platform/server/settings.ts';
import { formatMoney } from '../src/words/format.ts';
import { explain, providerOf } from './card-provider.ts';
import { refuse, withDatabase } from './database.ts';

/** Timeout of one statement: a look through all payments of a large store takes long. */
const STATEMENT_TIMEOUT_MS = 10 * 60_000;

const SAID: Record<Outcome, string> = {
  order: 'becomes an order',
  refund: 'goes back to the buyer',
  record: 'is written into the books as it is at the provider',
  person: 'stays: it is disputed, and its booking is gone. Settle it at the provider',
};

const options = process.argv.slice(2);
const isConfirmed = options.includes('--yes');
if (options.some((option) => option !== '--yes')) refuse('Usage: npm run settle-after-restore -- [--yes]');

await withDatabase(async (url) => {
  const settings = readSettings(process.env);
  const cards = providerOf(settings);
  const db = createDatabase(openPool(url, () => undefined, { max: 2, statement: STATEMENT_TIMEOUT_MS }));
  const deps = {
    db,
    stripe: connectStripe(cards),
    letterhead: {
      productName: { en: settings.PRODUCT_NAME, bn: settings.PRODUCT_NAME_BN },
      currencyLabel: { en: settings.CURRENCY_LABEL, bn: settings.CURRENCY_LABEL_BN },
      origin: originOf(settings),
    },
  };
  try {
    const found = await findUnsettled(deps).catch((error) => explain(error, cards));
    for (const one of found) print(lineOf(one, settings.CURRENCY_LABEL));
    if (found.length === 0) return print('Nothing is to be settled: every payment is in the books.');
    if (!(isConfirmed || (await hasConfirmed(found.length)))) return print('Nothing was changed.');
    let failed = 0;
    for (const one of found) {
      try {
        await settleUnsettled(deps, one);
      } catch (error) {
        failed += 1;
        print(`${one.intent}: ${error instanceof Error ? error.message : error}`);
      }
    }
    print(`${found.length - failed} settled, ${failed} failed. Now run npm run verify-books.`);
    process.exitCode = failed === 0 ? 0 : 1;
  } finally {
    await db.destroy();
  }
});

function lineOf({ intent, bookingId, itemName, kept, outcome }: Unsettled, label: string): string {
  return `${intent}  ${formatMoney('en', toTk(kept), label)}  ${itemName}  (booking ${bookingId}) ${SAID[outcome]}.`;
}

async function hasConfirmed(count: number): Promise<boolean> {
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  try {
    return (await terminal.question(`Settle these ${count} payments? Type yes: `)).trim() === 'yes';
  } finally {
    terminal.close();
  }
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
