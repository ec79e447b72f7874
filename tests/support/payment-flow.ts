import { expect } from 'vitest';
import { bookProduct } from '#modules/bookings/contract.ts';
import { addProduct } from '#modules/catalogue/contract.ts';
import { aProduct } from '#modules/catalogue/server/fixtures.ts';
import { callOff, chooseMethod } from '#modules/handover/contract.ts';
import { createPaymentIntent, recordPayment } from '#modules/payments/contract.ts';
import type { Providers } from '#modules/payments/server/providers/provider-list.ts';
import type { Client } from '#platform/contract/call-client.ts';
import type { Database } from '#platform/database/database.ts';
import { forgedMessages, snsRequest } from './bkash-messages.ts';
import type { CardClient } from './card-client.ts';
import { form, type openStandIns, type PageMethod } from './stand-ins.ts';

export type ProviderMethod = 'card' | PageMethod;
export const PROVIDER_METHODS = ['card', 'bkash', 'sslcommerz'] as const satisfies ProviderMethod[];

/** The providers' names of the methods. */
export const PROVIDERS: Record<ProviderMethod, string> = { card: 'stripe', bkash: 'bkash', sslcommerz: 'sslcommerz' };

export interface StoreRequest {
  method: 'GET' | 'POST';
  url: string;
  payload?: string;
  headers?: Record<string, string>;
}

/** A store with its providers, people and database. */
export interface Shop {
  seller: Client;
  buyer: Client;
  categoryId: string;
  db: Database;
  providers: Providers;
  cards: CardClient;
  standIns: Awaited<ReturnType<typeof openStandIns>>;
  /** Sends a request of a browser or a provider. Returns the status. */
  send(request: StoreRequest): Promise<number>;
}

/** The names of the calls in the stand-ins, by their purpose. */
const CALLS: Record<ProviderMethod, Record<'question' | 'taking' | 'refund', string>> = {
  card: {
    question: 'GET /v1/payment_intents/:id',
    taking: 'GET /v1/payment_intents/:id',
    refund: 'POST /v1/refunds',
  },
  bkash: { question: 'payment/status', taking: 'execute', refund: 'payment/refund' },
  sslcommerz: { question: 'query', taking: 'validation', refund: 'refund' },
};

type CallFault = 'late' | 'error-before' | 'error-after' | 'cut-before' | 'cut-after';
type MessageFault = 'drop' | 'double' | 'delay' | 'reorder';

/** One payment of an item, from its booking on. */
export class PaymentFlow {
  readonly shop: Shop;
  readonly method: ProviderMethod;
  bookingId = '';
  /** The numbers at the provider of all payments that the buyer made. */
  readonly references: string[] = [];
  /** Payments of other items that the same buyer made meanwhile. */
  readonly others: PaymentFlow[] = [];
  #begun = '';
  #back: StoreRequest | undefined;

  constructor(shop: Shop, method: ProviderMethod) {
    this.shop = shop;
    this.method = method;
  }

  /** Lists and books an item, and begins its payment. */
  async begin(): Promise<void> {
    const { seller, buyer, categoryId } = this.shop;
    const itemId = (await seller.send(addProduct, { body: aProduct(categoryId) })).insertedId;
    const booked = { itemId, phone: '01712345678', location: 'Mirpur' };
    this.bookingId = (await buyer.send(bookProduct, { body: booked })).insertedId;
    const { method, bookingId } = this;
    if (method === 'card') {
      const body = { bookingId, itemPrice: 6500 };
      this.#begun = (await buyer.send(createPaymentIntent, { body })).clientSecret;
      return;
    }
    const chosen = await buyer.send(chooseMethod, { params: { id: bookingId }, body: { method } });
    this.#begun = chosen.redirectUrl ?? '';
  }

  /** The buyer pays at the provider. */
  async pay(): Promise<void> {
    if (this.method === 'card') {
      this.references.push(await this.shop.cards.pay({ clientSecret: this.#begun }));
      return;
    }
    const { reference, ...back } = await this.shop.standIns.payAt(this.method, this.#begun);
    this.references.push(reference);
    this.#back = back;
  }

  /** The browser tells the store. The page may show a refusal. */
  async comeBack(): Promise<void> {
    const { bookingId } = this;
    const [transactionId = ''] = this.references;
    if (this.#back) await this.shop.send(this.#back);
    else await this.shop.buyer.send(recordPayment, { body: { bookingId, transactionId } }).catch(() => undefined);
  }

  /** The buyer pays for another item. */
  async payAnother(): Promise<void> {
    const other = new PaymentFlow(this.shop, this.method);
    this.others.push(other);
    await other.begin();
    await other.pay();
    await other.comeBack();
  }

  /** The buyer calls the sale off, where there is one: its money is due back. */
  async callOff(): Promise<void> {
    const reason = 'I am ill today.';
    await this.shop.buyer.send(callOff, { params: { id: this.bookingId }, body: { reason } }).catch(() => undefined);
  }

  /** Money is taken for this booking that is not its price. bKash takes none: its answer and its message name it. */
  async payAltered(): Promise<void> {
    const { method, bookingId, shop } = this;
    if (method === 'card') {
      const stray = await shop.cards.strayIntent(bookingId, 6500);
      this.references.push(await shop.cards.pay(stray));
      return;
    }
    if (method === 'bkash') {
      shop.standIns.faults.bkash.addAll({ calls: [{ kind: 'alter', on: 'execute', set: { amount: '65.00' } }] });
      shop.standIns.sendBkashMessages().nextAmount = '65.00';
      await this.pay();
      return this.comeBack();
    }
    this.#begun = await shop.standIns.openSession(await this.intent(), bookingId, '65.00');
    await this.pay();
    await this.comeBack();
  }

  /** Somebody else says that it was paid. */
  async forge(): Promise<void> {
    const { method, shop } = this;
    const json = { 'content-type': 'application/json' };
    if (method === 'card') {
      const headers = { ...json, 'stripe-signature': `t=${Math.floor(Date.now() / 1000)},v1=${'0'.repeat(64)}` };
      const payload = JSON.stringify({ id: 'evt_forged', type: 'payment_intent.succeeded', data: { object: {} } });
      expect(await shop.send({ method: 'POST', url: '/api/payments/webhook', headers, payload })).toBe(400);
      return;
    }
    if (method === 'bkash') {
      for (const message of forgedMessages(await this.intent())) expect(await shop.send(snsRequest(message))).toBe(400);
      const url = '/api/payments/bkash/return?paymentID=TR0011forged&status=success';
      expect(await shop.send({ method: 'GET', url })).toBe(303);
      return;
    }
    const lie = { tran_id: 'forged123456', status: 'VALID', verify_key: 'status,tran_id', verify_sign: '0'.repeat(32) };
    expect(await shop.send({ method: 'POST', url: '/api/payments/sslcommerz/ipn', ...form(lie) })).toBe(400);
    expect(await shop.send({ method: 'POST', url: '/api/payments/sslcommerz/return', ...form(lie) })).toBe(303);
  }

  /** Returns the number of the payment at the provider, also before the buyer pays. */
  async intent(): Promise<string> {
    const payments = this.shop.db.selectFrom('payments').select('intent');
    return (await payments.where('booking_id', '=', this.bookingId).executeTakeFirstOrThrow()).intent;
  }

  /** Makes the next messages arrive otherwise. */
  async failMessages(kind: MessageFault, times = 1): Promise<void> {
    const fault = { kind, times, ...(kind === 'delay' ? { delay: 400 } : {}) };
    if (this.method === 'card') await this.shop.cards.injectFaults({ webhooks: [fault] });
    // The others send one message of a payment: that of another payment overtakes it.
    const late = { kind: 'delay', delay: 400 };
    if (this.method !== 'card')
      this.shop.standIns.faults[this.method].addAll({ messages: [kind === 'reorder' ? late : fault] });
  }

  /** Makes the next calls of the store fail. */
  async failCalls(step: keyof (typeof CALLS)[ProviderMethod], kind: CallFault, times = 1): Promise<void> {
    const fault = { kind, times, on: CALLS[this.method][step], delay: 300 };
    if (this.method === 'card') await this.shop.cards.injectFaults({ api: [fault] });
    else this.shop.standIns.faults[this.method].addAll({ calls: [fault] });
  }
}

/** Removes all faults. */
export async function clearFaults({ cards, standIns }: Shop): Promise<void> {
  await cards.injectFaults({ clear: true });
  for (const faults of Object.values(standIns.faults)) faults.addAll({ clear: true });
}
