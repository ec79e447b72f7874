import Fastify from 'fastify';
import Stripe from 'stripe';
import { createCardGateway } from './gateway.ts';
import type { Clock } from './operation.ts';

/** Starts a gateway that listens, and a receiver that collects its webhooks. */
export async function startTestGateway(options: { file?: string; clock?: Clock; statuses?: number[] } = {}) {
  const keys = { secretKey: 'sk_test_secret', publishableKey: 'pk_test_public', webhookSecret: 'whsec_receiver' };
  const logLines: string[] = [];
  const events: Stripe.Event[] = [];
  const signatures: string[] = [];
  const statuses = options.statuses ?? [];
  let onEvent = () => {};

  const receiver = Fastify();
  receiver.removeAllContentTypeParsers();
  receiver.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body));
  receiver.post('/webhook', (request, reply) => {
    const header = String(request.headers['stripe-signature']);
    const body = String(request.body);
    const now = options.clock?.now();
    signatures.push(header);
    events.push(stripe.webhooks.constructEvent(body, header, keys.webhookSecret, undefined, undefined, now));
    reply.code(statuses.shift() ?? 200).send({ received: true });
    onEvent();
  });
  const receiverUrl = await receiver.listen({ host: '127.0.0.1', port: 0 });

  const { plugin, faults, settled, close } = createCardGateway({
    file: options.file ?? ':memory:',
    ...keys,
    webhookUrl: () => `${receiverUrl}/webhook`,
    log: (line) => logLines.push(line),
    ...(options.clock ? { clock: options.clock } : {}),
  });
  const server = Fastify();
  await server.register(plugin, { prefix: '/' });
  await server.register(plugin, { prefix: '/sandbox/stripe' });
  const url = await server.listen({ host: '127.0.0.1', port: 0 });
  const stripe = new Stripe(keys.secretKey, {
    host: '127.0.0.1',
    port: Number(new URL(url).port),
    protocol: 'http',
    maxNetworkRetries: 0,
    telemetry: false,
  });

  return {
    ...keys,
    url,
    stripe,
    faults,
    settled,
    logLines,
    /** The events with a valid signature, in the order of their arrival. */
    events,
    signatures,
    /** Resolves when the receiver has this many events. */
    waitForEvents(count: number): Promise<void> {
      return new Promise((resolve) => {
        onEvent = () => events.length >= count && resolve();
        onEvent();
      });
    },
    /** Posts a form with the publishable key, as a browser does. */
    async postAsBrowser(path: string, fields: Record<string, string>) {
      const body = new URLSearchParams({ key: keys.publishableKey, ...fields });
      const response = await fetch(url + path, { method: 'POST', body });
      return { status: response.status, body: await response.json() };
    },
    async close() {
      await server.close();
      await close();
      await receiver.close();
    },
  };
}

export type TestGateway = Awaited<ReturnType<typeof startTestGateway>>;

/** Returns a clock that advances only when it is told to. */
export function manualClock(start: number): Clock & { advance(milliseconds: number): void } {
  let time = start;
  const timers = new Set<{ at: number; run: () => void }>();
  return {
    now: () => time,
    schedule(delayMs, run) {
      const timer = { at: time + delayMs, run };
      timers.add(timer);
      return () => timers.delete(timer);
    },
    advance(milliseconds) {
      time += milliseconds;
      for (const timer of [...timers]) {
        if (timer.at > time) continue;
        timers.delete(timer);
        timer.run();
      }
    },
  };
}

/** Returns the form fields of a card, as the card field sends them. */
export function cardFields(number: string): Record<string, string> {
  const nextYear = String(new Date().getUTCFullYear() + 1);
  return {
    type: 'card',
    'card[number]': number,
    'card[exp_month]': '12',
    'card[exp_year]': nextYear,
    'card[cvc]': '123',
    'billing_details[name]': 'Rahima Begum',
    'billing_details[email]': 'buyer@example.com',
  };
}
