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

/** `later`: the provider has the payment, but we could not be told; its webhook tells us. */
export type Recording = { kind: 'recorded' } | { kind: 'later' } | { kind: 'refused'; message: string };

/** How a payment on this page ended: written down, or only certain at the card provider as yet. */
export type Outcome = { kind: 'recorded' | 'later'; transactionId: string };

/** Between tries, in milliseconds. */
const PAUSES = [500, 1000, 2000, 4000, 8000];

/** Tells the server of a payment that the provider has confirmed, again until it is heard or the tries are used up. */
export async function record(booking: PayableBooking, transactionId: string): Promise<Recording> {
  const { _id: bookingId, itemId, itemPrice, email } = booking;
  for (let tries = 0; ; tries++) {
    try {
      await api.send(recordPayment, { body: { itemId, itemPrice, transactionId, email, bookingId } });
      return { kind: 'recorded' };
    } catch (error) {
      if (error instanceof CallError && isFinal(error)) return { kind: 'refused', message: error.problem.message };
      const pause = PAUSES[tries];
      if (pause === undefined) return { kind: 'later' };
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  }
}

/** Whether asking again would get the same answer. A session that ended, a busy server and a slow provider would not. */
function isFinal({ status, problem }: CallError): boolean {
  return status >= 400 && status < 500 && ![401, 408, 429].includes(status) && problem.title !== 'not-succeeded';
}
