import { CallError } from '#platform/contract/call-client.ts';
import { api } from '#platform/web/api-client.ts';
import { recordPayment } from '../contract.ts';

export interface PayableBooking {
  _id: string;
  itemId: string;
  itemName: string;
  itemPrice: number;
  email: string;
  name: string;
}

/** `later`: the provider has the payment and the store was not reached; the webhook records it. */
export type RecordResult = { kind: 'recorded' } | { kind: 'later' } | { kind: 'refused'; message: string };

/** The outcome of a payment: recorded, or so far confirmed by the card provider only. */
export type Outcome = { kind: 'recorded' | 'later'; transactionId: string };

const RETRY_DELAYS_MS = [500, 1000, 2000, 4000, 8000];

/** Records a payment that the provider has confirmed. Retries after each delay while the refusal is temporary. */
export async function recordWithRetries(booking: PayableBooking, transactionId: string): Promise<RecordResult> {
  const { _id: bookingId, itemId, itemPrice, email } = booking;
  for (let tries = 0; ; tries++) {
    try {
      await api.send(recordPayment, { body: { itemId, itemPrice, transactionId, email, bookingId } });
      return { kind: 'recorded' };
    } catch (error) {
      if (error instanceof CallError && isFinal(error)) return { kind: 'refused', message: error.problem.message };
      const pause = RETRY_DELAYS_MS[tries];
      if (pause === undefined) return { kind: 'later' };
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  }
}

/** Whether a retry would be refused again. An ended session, a busy server and a slow provider are temporary. */
function isFinal({ status, problem }: CallError): boolean {
  return status >= 400 && status < 500 && ![401, 408, 429].includes(status) && problem.title !== 'not-succeeded';
}
