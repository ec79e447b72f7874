import { getBooking } from '#modules/bookings/contract.ts';
import { confirmReceived, handOver } from '#modules/handover/contract.ts';
import { cardClient } from './card-client.ts';
import { openSales } from './sales.ts';
import { openTestStore } from './test-store.ts';

/** Opens a store with a buyer and a seller that meet. Returns it with their calls; bookings by id. */
export async function openHandovers() {
  const store = await openTestStore();
  const sales = await openSales(store, cardClient(store));
  const { buyer, seller } = sales;
  const order = (id: string) => buyer.api.send(getBooking, { params: { id } });
  return {
    store,
    sales,
    buyer,
    seller,
    order,
    codeOf: async (id: string) => (await order(id)).handover?.code ?? '',
    stepsOf: async (id: string) => (await order(id)).timeline.map(({ step, by }) => `${step} by ${by}`),
    enter: (bookingId: string, code: string, who = seller) =>
      who.api.send(handOver, { params: { bookingId }, body: { code } }),
    claim: (bookingId: string) => seller.api.send(handOver, { params: { bookingId }, body: { withoutCode: true } }),
    received: (id: string) => buyer.api.send(confirmReceived, { params: { id } }),
  };
}

/** Returns a matcher for the error of a refused call, by its code. */
export const refusal = (code: string) => ({ problem: { title: code } });
