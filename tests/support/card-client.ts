import Stripe from 'stripe';
import type { TestStore } from './test-store.ts';

/** The buyer's bank and browser: pays, refunds and disputes through the provider's own API. */
export interface CardClient {
  webhookSecret: string;
  intent(prepared: { clientSecret: string }): Promise<Stripe.PaymentIntent>;
  /**
   * Confirms with one of the provider's test cards (https://docs.stripe.com/testing). Returns the intent's id.
   * @throws the provider's error when the card is declined.
   */
  pay(prepared: { clientSecret: string }, card?: string): Promise<string>;
  /** Creates an intent of a booking that the store does not know. */
  strayIntent(bookingId: string, amount: number): Promise<{ id: string; clientSecret: string }>;
  cancel(intentId: string): Promise<void>;
  /** Returns the states of the intents of a booking, the newest first. */
  statesOf(bookingId: string): Promise<Stripe.PaymentIntent.Status[]>;
  /** Sets the faults of the gateway. */
  injectFaults(faults: object): Promise<void>;
  /** Returns the refunded amount of an intent, in minor units. */
  refunded(intentId: string): Promise<number>;
  /** Refunds the rest of an intent or an amount, as in the provider's dashboard. Returns the refund's id. */
  refund(intentId: string, amount?: number): Promise<string>;
  /** Sets the final status of a pending refund. */
  finishRefund(refundId: string, status: 'succeeded' | 'failed'): Promise<void>;
  /** Decides the dispute of an intent that was paid with `pm_card_createDispute`. */
  decideDispute(intentId: string, outcome: 'won' | 'lost'): Promise<void>;
}

/** Returns a client of the store's card gateway. */
export function cardClient({ cards }: Pick<TestStore, 'cards'>): CardClient {
  const base = new URL(cards.apiBase ?? '');
  const stripe = new Stripe(cards.secretKey, {
    host: base.hostname,
    port: base.port,
    protocol: 'http',
    maxNetworkRetries: 0,
  });
  async function order(path: string, body: object): Promise<void> {
    const answer = await fetch(new URL(path, base), {
      method: 'POST',
      headers: { authorization: `Bearer ${cards.secretKey}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`The provider refuses the order: ${await answer.text()}`);
  }
  const idOf = (prepared: { clientSecret: string }) => prepared.clientSecret.split('_secret_')[0] ?? '';
  return {
    webhookSecret: cards.webhookSecret,
    intent: (prepared) => stripe.paymentIntents.retrieve(idOf(prepared)),
    async pay(prepared, card = 'pm_card_visa') {
      return (await stripe.paymentIntents.confirm(idOf(prepared), { payment_method: card })).id;
    },
    async strayIntent(bookingId, amount) {
      const params = { amount, currency: 'bdt', metadata: { bookingId } };
      const { id, client_secret } = await stripe.paymentIntents.create(params);
      return { id, clientSecret: client_secret ?? '' };
    },
    async cancel(intentId) {
      await stripe.paymentIntents.cancel(intentId);
    },
    async statesOf(bookingId) {
      const { data } = await stripe.events.list({ type: 'payment_intent.created', limit: 100 });
      const created = data.map(({ data }) => data.object as Stripe.PaymentIntent);
      const own = created.filter(({ metadata }) => metadata.bookingId === bookingId);
      return Promise.all(own.map(async ({ id }) => (await stripe.paymentIntents.retrieve(id)).status));
    },
    injectFaults: (faults) => order('/test/faults', faults),
    async refunded(intentId) {
      const { data } = await stripe.refunds.list({ payment_intent: intentId });
      return data.reduce((sum, refund) => sum + (refund.status === 'failed' ? 0 : refund.amount), 0);
    },
    async refund(intentId, amount) {
      const whole = { payment_intent: intentId };
      return (await stripe.refunds.create(amount === undefined ? whole : { ...whole, amount })).id;
    },
    finishRefund: (refundId, status) => order(`/test/refunds/${refundId}`, { status }),
    async decideDispute(intentId, outcome) {
      const [dispute] = (await stripe.disputes.list({ payment_intent: intentId })).data;
      const text = outcome === 'won' ? 'winning_evidence' : 'losing_evidence';
      await stripe.disputes.update(dispute?.id ?? '', { evidence: { uncategorized_text: text } });
    },
  };
}
