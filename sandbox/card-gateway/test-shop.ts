import Fastify from 'fastify';
import Stripe from 'stripe';
import type { Clock } from './clock.ts';
import { createCardGateway } from './gateway.ts';

/** For tests: a gateway that listens, and a shop that writes down the webhooks that it gets. */
export async function startShop(settings: { file?: string; clock?: Clock; statuses?: number[] } = {}) {
  const keys = { secretKey: 'sk_test_secret', publishableKey: 'pk_test_public', webhookSecret: 'whsec_shop' };
  const lines: string[] = [];
  const heard: Stripe.Event[] = [];
  const signatures: string[] = [];
  const statuses = settings.statuses ?? [];
  const waiting: { enough: () => boolean; go: () => void }[] = [];

  const shop = Fastify();
  shop.removeAllContentTypeParsers();
  shop.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body));
  shop.post('/webhook', (request, reply) => {
    const header = String(request.headers['stripe-signature']);
    signatures.push(header);
    const receivedAt = settings.clock?.now();
    heard.push(
      stripe.webhooks.constructEvent(
        String(request.body),
        header,
        keys.webhookSecret,
        undefined,
        undefined,
        receivedAt,
      ),
    );
    reply.code(statuses.shift() ?? 200).send({ received: true });
    for (const entry of waiting) if (entry.enough()) entry.go();
  });
  const shopAddress = await shop.listen({ host: '127.0.0.1', port: 0 });

  const gateway = createCardGateway({
    file: settings.file ?? ':memory:',
    ...keys,
    webhookUrl: `${shopAddress}/webhook`,
    log: (line) => lines.push(line),
    ...(settings.clock ? { clock: settings.clock } : {}),
  });
  const server = Fastify();
  await server.register(gateway.plugin, { prefix: '/' });
  await server.register(gateway.plugin, { prefix: '/sandbox/stripe' });
  const url = await server.listen({ host: '127.0.0.1', port: 0 });
  const port = Number(new URL(url).port);
  const stripe = new Stripe(keys.secretKey, {
    host: '127.0.0.1',
    port,
    protocol: 'http',
    maxNetworkRetries: 0,
    telemetry: false,
  });

  return {
    ...keys,
    url,
    gateway,
    stripe,
    /** What the gateway told its log. */
    lines,
    /** The events that the shop got, whose signatures were right, in the order of their arrival. */
    heard,
    signatures,
    /** The shop's next answers; 200 when there are none. */
    statuses,
    /** Waits until the shop has got so many events. */
    hear(count: number): Promise<void> {
      return new Promise((resolve) => {
        const entry = { enough: () => heard.length >= count, go: resolve };
        waiting.push(entry);
        if (entry.enough()) resolve();
      });
    },
    /** A call as a browser makes it: a form, and the publishable key. */
    async browse(path: string, fields: Record<string, string>) {
      const body = new URLSearchParams({ key: keys.publishableKey, ...fields });
      const answer = await fetch(url + path, { method: 'POST', body });
      return { status: answer.status, body: await answer.json() };
    },
    async close() {
      await server.close();
      await gateway.close();
      await shop.close();
    },
  };
}

export type Shop = Awaited<ReturnType<typeof startShop>>;

/** A clock that stands still until it is told to move on. */
export function handClock(start: number): Clock & { advance(milliseconds: number): void } {
  let time = start;
  const timers = new Set<{ at: number; run: () => void }>();
  return {
    now: () => time,
    schedule(delay, run) {
      const timer = { at: time + delay, run };
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

/** The fields of a card, as the card field sends them. */
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
