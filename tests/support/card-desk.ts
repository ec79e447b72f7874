import Stripe from 'stripe';
import type { TestStore } from './test-store.ts';

/** Somebody with cards at the provider: does what the browser's card form does, through the provider's own API. */
export interface CardDesk {
  webhookSecret: string;
  intent(prepared: { clientSecret: string }): Promise<Stripe.PaymentIntent>;
  /**
   * Confirms with one of the provider's test cards (https://docs.stripe.com/testing) and gives the intent's id.
   * @throws the provider's error when the card is declined.
   */
  pay(prepared: { clientSecret: string }, card?: string): Promise<string>;
  /** An intent of a booking that the store does not know of. */
  strayIntent(bookingId: string, amount: number): Promise<{ id: string; clientSecret: string }>;
  cancel(intentId: string): Promise<void>;
  /** Makes the provider misbehave, or behave again. */
  orderFaults(faults: object): Promise<void>;
  /** How much of an intent has gone back, in minor units. */
  refunded(intentId: string): Promise<number>;
  /** Refunds an intent as a person does it in the provider's dashboard: all that is left, or an amount. Gives the refund's id. */
  refund(intentId: string, amount?: number): Promise<string>;
  /** Says what became of a refund at the buyer's bank, later. */
  finishRefund(refundId: string, status: 'succeeded' | 'failed'): Promise<void>;
  /** Decides the dispute of an intent that was paid with `pm_card_createDispute`. */
  decideDispute(intentId: string, outcome: 'won' | 'lost'): Promise<void>;
}

export function cardDesk({ cards }: Pick<TestStore, 'cards'>): CardDesk {
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
    if (!answer.ok) throw new Error(`The provider takes no such order: ${await answer.text()}`);
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
    orderFaults: (faults) => order('/test/faults', faults),
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
