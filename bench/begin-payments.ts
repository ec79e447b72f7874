/**
 * Measures the time of a call that begins a payment, by payment method, without the time of the provider. The providers are
 * the stand-ins, in this process. Exits with 1 when half of the calls of a method take longer than `LIMIT_MS`. Run
 * `npm run build`, then `node bench/begin-payments.ts [payments]`.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '../src/embedded-postgres/embedded-postgres.ts';
import { bookProduct } from '../src/modules/bookings/contract.ts';
import { addProduct } from '../src/modules/catalogue/contract.ts';
import { aProduct } from '../src/modules/catalogue/server/fixtures.ts';
import { chooseMethod } from '../src/modules/handover/contract.ts';
import { createPaymentIntent } from '../src/modules/payments/contract.ts';
import { createClient } from '../src/platform/contract/call-client.ts';
import { openExternalCardGateway } from '../tests/faults/external-card-gateway.ts';
import { ask } from '../tests/faults/server-processes.ts';
import { openStandIns } from '../tests/support/stand-ins.ts';
import { formatNumber, table } from './number-format.ts';
import { CLIENT_CORE, pin, startServer } from './servers.ts';
import { type BenchUser, register } from './users.ts';

const PAYMENTS_COUNT = Number(process.argv[2] ?? 200);
/** Calls before V8 has compiled the code take longer. */
const WARM_UP_COUNT = 50;
const LIMIT_MS = 20;

/** The calls that begin a payment. The jobs of the store call the providers at the same time. */
const BEGINNING = /^(payment_intents|grant|create|api\.php)$/;
/** Time of the providers since the last reading. */
let providersMs = 0;
let calledAt = 0;
function onCall(name: string, moment: 'before' | 'after'): void {
  if (!BEGINNING.test(name)) return;
  if (moment === 'before') calledAt = performance.now();
  else providersMs += performance.now() - calledAt;
}

function clientOf(address: string, { headers }: BenchUser) {
  return createClient(async ({ method, path, body }) => {
    const sent = new Headers(headers);
    if (body !== undefined) sent.set('content-type', 'application/json');
    const json = body === undefined ? null : JSON.stringify(body);
    const answer = await fetch(`${address}/api${path}`, { method, headers: sent, body: json });
    return { status: answer.status, body: await answer.json() };
  });
}

pin(process.pid, CLIENT_CORE);
const nowhere = () => 'http://127.0.0.1:9';
const bank = await openExternalCardGateway(nowhere, onCall);
const standIns = await openStandIns(nowhere, onCall);
const folder = await mkdtemp(join(tmpdir(), 'dolna-payments-'));
const database = await startEmbeddedPostgres({ dataDir: folder, log: () => undefined });
const store = await startServer('src/main.ts', '/readyz', {
  ...{ DATABASE_URL: database.url, DATA_DIR: folder, RATE_LIMITS: 'off', LOG_LEVEL: 'warn' },
  ...bank.settings,
  ...standIns.settings,
});
try {
  await measure();
} finally {
  await store.stop();
  await database.stop();
  await standIns.close();
  await bank.close();
  await rm(folder, { recursive: true, force: true });
}

async function measure(): Promise<void> {
  const stamp = Date.now();
  const seller = clientOf(store.address, await register(store.address, `seller.${stamp}@bench.test`, 'Seller'));
  const buyer = clientOf(store.address, await register(store.address, `buyer.${stamp}@bench.test`, 'Buyer'));
  const [category] = await ask<{ id: string }>(database.url, 'select id from categories limit 1');
  const rowsOfMethods: string[][] = [];
  const slow: string[] = [];
  for (const method of ['card', 'bkash', 'sslcommerz'] as const) {
    const own: number[] = [];
    let cpuMs = 0;
    for (let n = 0; n < WARM_UP_COUNT + PAYMENTS_COUNT; n += 1) {
      const bookingId = await book();
      providersMs = 0;
      const cpu = store.cpuMs();
      const began = performance.now();
      if (method === 'card') await buyer.send(createPaymentIntent, { body: { bookingId, itemPrice: 6500 } });
      else await buyer.send(chooseMethod, { params: { id: bookingId }, body: { method } });
      const took = performance.now() - began;
      if (n < WARM_UP_COUNT) continue;
      own.push(took - providersMs);
      cpuMs += store.cpuMs() - cpu;
    }
    own.sort((one, other) => one - other);
    const msAt = (part: number) => own[Math.floor((own.length - 1) * part)] ?? Number.NaN;
    const at = (part: number) => formatNumber(msAt(part));
    if (!(msAt(0.5) <= LIMIT_MS)) slow.push(method);
    const within = own.filter((ms) => ms <= LIMIT_MS).length;
    rowsOfMethods.push([
      method,
      at(0.5),
      at(0.95),
      at(1),
      formatNumber(cpuMs / own.length),
      `${Math.round((100 * within) / own.length)} %`,
    ]);
  }
  const head = ['beginning a payment', 'p50 ms', 'p95 ms', 'longest ms', 'CPU ms each', `within ${LIMIT_MS} ms`];
  process.stdout.write(`${table(head, rowsOfMethods)}\n`);
  const load = formatNumber(loadavg()[0] ?? Number.NaN);
  process.stdout.write(`Load of the machine: ${load} on ${cpus().length} cores. Above one a core, times are longer.\n`);
  for (const method of slow) process.stderr.write(`Beginning a payment by ${method} takes more than ${LIMIT_MS} ms.\n`);
  if (slow.length > 0) process.exitCode = 1;

  async function book(): Promise<string> {
    const { insertedId: itemId } = await seller.send(addProduct, { body: aProduct(category?.id ?? '') });
    const body = { itemId, phone: '01712345678', location: 'Mirpur' };
    return (await buyer.send(bookProduct, { body })).insertedId;
  }
}
