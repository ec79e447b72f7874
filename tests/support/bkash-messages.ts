import { setTimeout as pause } from 'node:timers/promises';
import type { WalletPayment } from '../../sandbox/bkash/bkash-records.ts';
import type { StandInFaults } from '../../sandbox/stand-in-faults.ts';
import { selfSigned } from './self-signed.ts';
import { CERTIFICATE_URL, type SnsFields, signSns } from './sns-messages.ts';

/** The key with which Amazon signs, in tests, and its certificate. */
export const AMAZON = selfSigned('sns.amazonaws.com');
const FORGER = selfSigned('sns.amazonaws.com');
const REPEAT_AFTER_MS = 200;
const TIMEOUT_MS = 12_000;

/** How Amazon posts a message to the store. */
export function snsRequest(message: SnsFields) {
  const headers = { 'content-type': 'text/plain; charset=UTF-8' };
  return { method: 'POST' as const, url: '/api/payments/bkash/webhook', headers, payload: JSON.stringify(message) };
}

/** Returns messages about a payment that Amazon did not sign. */
export function forgedMessages(paymentID: string): SnsFields[] {
  const about = { Message: JSON.stringify({ paymentID }) };
  return [
    { Type: 'Notification', ...about },
    signSns(FORGER, about),
    signSns(FORGER, { ...about, SigningCertURL: CERTIFICATE_URL.replace('.com/', '.com.example/') }),
    signSns(FORGER, { ...about, SigningCertURL: CERTIFICATE_URL.replace('https:', 'http:') }),
    { ...signSns(AMAZON, { Message: '{}' }), ...about },
  ];
}

/** Sends bKash's messages about captured payments to the store, as Amazon SNS does. */
export class BkashMessages {
  readonly #store: () => string;
  readonly #faults: StandInFaults;
  readonly #accepted = new Map<string, number>();
  readonly #inFlight = new Set<Promise<void>>();
  #isClosed = false;
  /** The amount that the next message names. */
  nextAmount: string | undefined;

  constructor(store: () => string, faults: StandInFaults) {
    this.#store = store;
    this.#faults = faults;
  }

  /** Sends the message about a payment, unless a fault drops it. */
  publish({ paymentID, poisha, trxID, wallet, merchantInvoiceNumber }: WalletPayment): void {
    const fault = this.#faults.messages.take(() => true);
    if (fault?.kind === 'drop') return;
    const content = {
      ...{ dateTime: '20260501183000', debitMSISDN: `88${wallet}`, creditShortCode: '01929918378' },
      ...{ trxID, transactionStatus: 'Completed', transactionType: '1003', currency: 'BDT' },
      ...{ amount: this.nextAmount ?? String(poisha / 100), merchantInvoiceNumber },
    };
    this.nextAmount = undefined;
    const message = signSns(AMAZON, { Message: JSON.stringify(content) });
    for (let copy = 0; copy < (fault?.kind === 'double' ? 2 : 1); copy += 1) {
      const delivery = this.#deliver(paymentID, message, fault?.delay ?? 0);
      this.#inFlight.add(delivery);
      void delivery.finally(() => this.#inFlight.delete(delivery));
    }
  }

  /** Waits until no message is in flight. Returns how often the store accepted one about a payment. */
  async acceptedOf(paymentID: string): Promise<number> {
    await Promise.all(this.#inFlight);
    return this.#accepted.get(paymentID) ?? 0;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.all(this.#inFlight);
  }

  /** Repeats a message until the store replies without a fault of its own. */
  async #deliver(paymentID: string, message: SnsFields, delayMs: number): Promise<void> {
    const { url, payload, ...request } = snsRequest(message);
    for (await pause(delayMs); !this.#isClosed; await pause(REPEAT_AFTER_MS)) {
      const init = { ...request, body: payload, signal: AbortSignal.timeout(TIMEOUT_MS) };
      const status = await fetch(this.#store() + url, init).then(
        (answer) => answer.status,
        () => 503,
      );
      if (status === 200) this.#accepted.set(paymentID, (this.#accepted.get(paymentID) ?? 0) + 1);
      if (status < 500) return;
    }
  }
}
