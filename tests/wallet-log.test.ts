import { afterAll, expect, test, vi } from 'vitest';
import { RECONCILE } from '#modules/payments/server/reconcile.job.ts';
import { addJob } from '#platform/jobs/job-runner.ts';
import { openProviderStore } from './support/provider-store.ts';
import { BKASH, SSLCOMMERZ, WALLETS } from './support/stand-ins.ts';

const lines: string[] = [];
const log = { write: (line: string) => void lines.push(line) };
const providerStore = await openProviderStore({ LOG_LEVEL: 'trace' }, { log });
const { store, faults, book, choose, stateOf, payAt, clearFaults } = providerStore;
afterAll(() => providerStore.close());

const sent = vi.spyOn(globalThis, 'fetch');
afterAll(() => sent.mockRestore());

/** Returns the tokens that the store sent to bKash. */
function tokensOfBkash(): string[] {
  const headers = sent.mock.calls.map(([, request]) => new Headers(request?.headers).get('authorization'));
  return [...new Set(headers.filter((token) => token !== null))];
}

/** Returns every row of the database as text. */
async function rowsOf({ pool }: typeof store): Promise<string> {
  const { rows: tables } = await pool.query(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
     where schemaname not in ('pg_catalog', 'information_schema')`,
  );
  const texts: string[] = [];
  for (const { name } of tables) {
    const { rows } = await pool.query(`select t::text as row from ${name} t`);
    texts.push(...rows.map(({ row }) => row));
  }
  return texts.join('\n');
}

test('no log line and no row has a secret of bKash or SSLCommerz, in success or failure', async () => {
  const begun = { bkash: 'create', sslcommerz: 'session' } as const;
  for (const method of ['bkash', 'sslcommerz'] as const) {
    const paid = await book();
    await (await payAt(method, await choose(paid, method)))();
    expect((await stateOf(paid)).booking).toBe('paid');
    const id = await book();
    for (const kind of ['error-before', 'cut-before', 'refuse'] as const) {
      faults[method].addAll({ calls: [{ kind, on: begun[method], times: 2 }] });
      await expect(choose(id, method)).rejects.toMatchObject({ status: expect.any(Number) });
      clearFaults();
    }
    // The provider fails after the buyer has paid, and in the job of each minute.
    faults.sslcommerz.addAll({ messages: [{ kind: 'drop' }] });
    const comeBack = await payAt(method, await choose(id, method));
    faults[method].addAll({ calls: [{ kind: 'error-before', times: 100 }] });
    await comeBack();
    await store.pool.query(`update payments set created_at = created_at - interval '2 minutes'`);
    const before = lines.length;
    await addJob(store.db, RECONCILE, {}, undefined, { attempts: 1 });
    await vi.waitFor(() => expect(lines.slice(before).join('')).toContain('Failed task'), 10_000);
    clearFaults();
  }
  const secrets = [BKASH.appKey, BKASH.appSecret, BKASH.password, SSLCOMMERZ.storePassword, ...tokensOfBkash()];
  expect(secrets.length).toBeGreaterThan(4);
  const [logged, rows] = [lines.join('\n'), await rowsOf(store)];
  for (const secret of [...secrets, ...Object.values(WALLETS)])
    for (const form of [secret, encodeURIComponent(secret), Buffer.from(secret).toString('base64').slice(0, -4)])
      expect([form, logged.includes(form), rows.includes(form)]).toEqual([form, false, false]);
  expect(logged).toContain('the status is 500');
});
