import { once } from 'node:events';
import { createInterface } from 'node:readline/promises';
import { parseArgs } from 'node:util';
import { payoutNumber } from '#modules/earnings/rules.ts';
import { selectOpenPayouts } from '#modules/earnings/server/payouts.store.ts';
import { refundByHandForm } from '#modules/payments/admin.contract.ts';
import {
  findUnsettled,
  numberOf,
  type Outcome,
  settleAsReturnedByHand,
  settleUnsettled,
  type Unsettled,
} from '#modules/payments/server/after-restore.ts';
import { connectProviders } from '#modules/payments/server/providers/provider-list.ts';
import { readSettings } from '#modules/payments/server/store-settings.ts';
import { toTk } from '#platform/contract/values.ts';
import { createDatabase, openPool } from '#platform/database/database.ts';
import { translateIn } from '#platform/http/language.ts';
import { originOf } from '#platform/http/origins.ts';
import { formatMoney } from '../src/i18n/format.ts';
import { readProviderKeys, throwReadable } from './command-providers.ts';
import { exitWithError, withDatabase } from './with-database.ts';

/** A search through all payments of a large store takes minutes. */
const STATEMENT_TIMEOUT_MS = 10 * 60_000;

const OUTCOME_TEXTS: Record<Outcome, string> = {
  order: 'becomes an order',
  refund: 'is refunded',
  record: 'is recorded with its state at the provider',
  undecided: 'is left to an admin: it has a dispute, or its refunds failed. Settle it at the provider',
};

const USAGE = 'Usage: npm run settle-after-restore -- [--yes] [--except=NUMBER]… [--by-hand=NUMBER:reference]…';
const { isConfirmed, except, byHand } = readOptions();

await withDatabase(async (url) => {
  const settings = readSettings(process.env);
  const keys = readProviderKeys(settings);
  const db = createDatabase(openPool(url, () => undefined, { max: 2, statementTimeoutMs: STATEMENT_TIMEOUT_MS }));
  const deps = {
    db,
    providers: connectProviders(keys),
    pickupMinutes: settings.PICKUP_MINUTES,
    emailContext: {
      productName: { en: settings.PRODUCT_NAME, bn: settings.PRODUCT_NAME_BN },
      currencyLabel: { en: settings.CURRENCY_LABEL, bn: settings.CURRENCY_LABEL_BN },
      origin: originOf(settings),
    },
  };
  try {
    const left = new Set([...except, ...byHand.map(({ intent }) => intent)]);
    for (const intent of left) await numberOf(deps, intent).catch((error) => throwReadable(error, keys));
    const all = await findUnsettled(deps).catch((error) => throwReadable(error, keys));
    const found = all.filter(({ intent, under = '' }) => !left.has(intent) && !left.has(under));
    for (const { intent, reference } of byHand)
      print(`${intent}  is recorded as returned by hand, with its whole remaining amount (${reference}).`);
    for (const one of found) print(lineOf(one, settings.CURRENCY_LABEL));
    // No provider's record shows which of them were paid since the backup.
    for (const { number, amount_poisha: amount, state } of await selectOpenPayouts(db))
      print(
        `${payoutNumber(number)}  ${formatMoney('en', toTk(amount), settings.CURRENCY_LABEL)}  is ${state}. ` +
          'Look for it in the statements of the bank and bKash before it is paid.',
      );
    const tasks = [
      ...byHand.map(({ intent, reference }) => ({
        intent,
        settle: async () => settleAsReturnedByHand(deps, await numberOf(deps, intent), reference),
      })),
      ...found.map((one) => ({ intent: one.intent, settle: () => settleUnsettled(deps, one) })),
    ];
    if (tasks.length === 0)
      return print(`No payment needs settlement${except.length > 0 ? ', except the excluded ones' : ''}.`);
    if (!isConfirmed && !process.stdin.isTTY) {
      process.exitCode = 1;
      return print('Nothing was changed: there is no terminal to confirm at. Add --yes to settle these payments.');
    }
    if (!(isConfirmed || (await hasConfirmed(tasks.length)))) return print('Nothing was changed.');
    const count = { settled: 0, undecided: 0, failed: 0 };
    for (const { intent, settle } of tasks) {
      try {
        count[(await settle()) === false ? 'undecided' : 'settled'] += 1;
      } catch (error) {
        count.failed += 1;
        print(`${intent}: ${error instanceof Error ? translateIn('en', error.message, settings.PRODUCT_NAME) : error}`);
      }
    }
    const { settled, undecided, failed } = count;
    print(`${settled} settled, ${undecided} left to an admin, ${failed} failed. Now run npm run verify-books.`);
    process.exitCode = failed === 0 ? 0 : 1;
  } finally {
    await db.destroy();
  }
});

function lineOf({ intent, bookingId, itemName, kept, outcome }: Unsettled, label: string): string {
  return `${intent}  ${formatMoney('en', toTk(kept), label)}  ${itemName}  (booking ${bookingId}) ${OUTCOME_TEXTS[outcome]}.`;
}

async function hasConfirmed(count: number): Promise<boolean> {
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  try {
    const closed = once(terminal, 'close').then(() => '');
    const typed = await Promise.race([terminal.question(`Settle these ${count} payments? Type yes: `), closed]);
    return typed.trim() === 'yes';
  } finally {
    terminal.close();
  }
}

function readOptions() {
  try {
    const { values } = parseArgs({
      options: {
        yes: { type: 'boolean', default: false },
        except: { type: 'string', multiple: true, default: [] },
        'by-hand': { type: 'string', multiple: true, default: [] },
      },
    });
    const byHand = values['by-hand'].map((option) => {
      const [intent = '', ...rest] = option.split(':');
      return { intent, reference: refundByHandForm.shape.reference.parse(rest.join(':')) };
    });
    const intents = [...values.except, ...byHand.map(({ intent }) => intent)];
    if (!intents.every((intent) => /^[A-Za-z0-9_-]{6,255}$/.test(intent))) exitWithError(USAGE);
    return { isConfirmed: values.yes, except: values.except, byHand };
  } catch {
    exitWithError(USAGE);
  }
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
