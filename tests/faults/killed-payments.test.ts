import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { connectProviders } from '#modules/payments/server/providers/provider-list.ts';
import { RECONCILE } from '#modules/payments/server/reconcile.job.ts';
import { verifyBooks } from '#modules/payments/server/reconciliation-report.ts';
import { createDatabase, type Database, openPool } from '#platform/database/database.ts';
import { AMAZON } from '../support/bkash-messages.ts';
import { EVENTS } from '../support/flow-events.ts';
import {
  clearFaults,
  PaymentFlow,
  PROVIDER_METHODS,
  type ProviderMethod,
  type Shop,
  type StoreRequest,
} from '../support/payment-flow.ts';
import { compareOutcomes, makeJobsDue } from '../support/payment-outcomes.ts';
import { TOPIC } from '../support/sns-messages.ts';
import { openStandIns } from '../support/stand-ins.ts';
import { type Customer, customers } from './customers.ts';
import { openExternalCardGateway } from './external-card-gateway.ts';
import { aDatabase, aServer, printCounts, randomBetween, randomElement, type Server } from './server-processes.ts';

/** Payments by each method. `PAYMENTS_PER_METHOD=12` shortens the run. */
const PAYMENT_COUNT = Number(process.env.PAYMENTS_PER_METHOD ?? 300);
const BATCH_COUNT = 15;
/** Rounds with the same people: their access tokens expire after 15 minutes. */
const SAME_PEOPLE_COUNT = 4;
const ROUND_MAX_MS = 120_000;
const SETTLED_WITHIN_MS = 120_000;

/** The calls of the store to the provider, before or after which the server is killed. */
const STEPS: Record<ProviderMethod, Record<string, RegExp>> = {
  card: { begin: /^payment_intents$/, question: /^pi_/, refund: /^refunds$/ },
  bkash: { begin: /^create$/, taking: /^execute$/, question: /^status$/, refund: /^refund$/ },
  sslcommerz: { begin: /^api\.php$/, taking: /^validationserverAPI/, 'question or refund': /^merchantTransID/ },
};

let database: Awaited<ReturnType<typeof aDatabase>>;
let db: Database;
let server: Server;
let bank: Awaited<ReturnType<typeof openExternalCardGateway>>;
let standIns: Awaited<ReturnType<typeof openStandIns>>;
let shop: Shop;

/** The next kill, and the restart that follows it. */
let armed: { step: RegExp; moment: 'before' | 'after' | 'settling'; calls: number } | undefined;
let restart: Promise<void> | undefined;

function killServer(): Promise<void> {
  restart ??= server.kill().then(() => server.start());
  return restart;
}

async function onCall(name: string, moment: 'before' | 'after'): Promise<void> {
  if (!armed?.step.test(name) || moment !== (armed.moment === 'before' ? 'before' : 'after')) return;
  armed.calls -= 1;
  if (armed.calls > 0) return;
  const isSettling = armed.moment === 'settling';
  armed = undefined;
  // The store has the answer, and settles it.
  if (isSettling) void pause(randomBetween(0, 40)).then(killServer);
  else {
    killServer();
    await pause(20);
  }
}

/** Sends a request until the store replies, as a person who loads the page again, and a provider that repeats. */
async function send({ url, payload, ...request }: StoreRequest): Promise<number> {
  for (const end = Date.now() + ROUND_MAX_MS; ; await pause(100)) {
    const init = { ...request, ...(payload === undefined ? {} : { body: payload }), redirect: 'manual' as const };
    const answer = await fetch(server.address + url, { ...init, signal: AbortSignal.timeout(12_000) }).catch(
      () => undefined,
    );
    if (answer && answer.status < 500) return answer.status;
    if (Date.now() > end) throw new Error(`${url} was never answered`);
  }
}

beforeAll(async () => {
  database = await aDatabase();
  bank = await openExternalCardGateway(() => server.address, onCall);
  standIns = await openStandIns(() => server.address, onCall);
  standIns.sendBkashMessages();
  server = await aServer({
    ...{ DATABASE_URL: database.url, ...bank.settings, ...standIns.settings, BKASH_TOPIC_ARN: TOPIC },
    ...{
      NODE_OPTIONS: `--import=${import.meta.resolve('../support/sns-certificate.ts')}`,
      SNS_CERTIFICATE: AMAZON.pem,
    },
  });
  await server.start();
  db = createDatabase(openPool(database.url, () => undefined, { max: 2 }));
  const { id: categoryId } = await db.selectFrom('categories').select('id').limit(1).executeTakeFirstOrThrow();
  const providers = connectProviders({ stripe: bank.cards, ...standIns.keys });
  shop = { ...(await people()), categoryId, db, providers, cards: bank.client, standIns, send };
});
afterAll(async () => {
  await server.kill();
  await db.destroy();
  await bank.close();
  await standIns.close();
  await database.stop();
});

/** Registers a seller and a buyer. Their access tokens expire before the whole run ends. */
async function people() {
  const here = () => server.address;
  const [seller] = (await customers(1, here, 'Seller')) as [Customer];
  const [buyer] = (await customers(1, here, 'Buyer')) as [Customer];
  return { seller: seller.api, buyer: buyer.api };
}

const reconcile = () => sql`select graphile_worker.add_job(${RECONCILE}, '{}', job_key := ${RECONCILE})`.execute(db);

/** Pays several times at once while the server is killed. Returns the payments. */
async function playRound(method: ProviderMethod, step: RegExp): Promise<PaymentFlow[]> {
  await clearFaults(shop);
  restart = undefined;
  const moment = randomElement(['before', 'after', 'settling'] as const);
  armed = { step, moment, calls: Math.ceil(randomBetween(0, 5)) };
  const flows = Array.from({ length: BATCH_COUNT }, () => new PaymentFlow(shop, method));
  await Promise.all(
    flows.map(async (flow) => {
      await flow.begin();
      await EVENTS[randomElement(Object.keys(EVENTS))]?.(flow);
    }),
  );
  armed = undefined;
  await killServer();
  await restart;
  return flows;
}

test.each(PROVIDER_METHODS)(
  'by %s each capture is a sale, a refund or under review, wherever the server is killed [P2]',
  {
    timeout: (PAYMENT_COUNT / BATCH_COUNT) * ROUND_MAX_MS + SETTLED_WITHIN_MS,
  },
  async (method) => {
    const steps = Object.values(STEPS[method]);
    const flows: PaymentFlow[] = [];
    for (let round = 0; flows.length < PAYMENT_COUNT; round += 1) {
      if (round % SAME_PEOPLE_COUNT === 0) Object.assign(shop, await people());
      flows.push(...(await playRound(method, steps[round % steps.length] as RegExp)));
    }
    await clearFaults(shop);
    const begun = performance.now();
    const counts = await vi.waitFor(
      async () => {
        await makeJobsDue(shop);
        await reconcile();
        const { violations, counts } = await compareOutcomes(shop, flows);
        expect(violations).toEqual([]);
        const { differences } = await verifyBooks(db, shop.providers, Date.now() + 600_000);
        expect(differences).toEqual([]);
        return counts;
      },
      { timeout: SETTLED_WITHIN_MS, interval: 2000 },
    );
    const seconds = ((performance.now() - begun) / 1000).toFixed(1);
    const rounds = flows.length / BATCH_COUNT;
    let messages = 0;
    for (const { references } of flows) messages += await standIns.sendBkashMessages().acceptedOf(references[0] ?? '');
    expect(messages > 0).toBe(method === 'bkash');
    printCounts(`P2 by ${method}`, {
      payments: flows.length,
      kills: rounds,
      ...counts,
      ...(method === 'bkash' && { 'signed messages': messages }),
      'seconds until right': seconds,
    });
  },
);
