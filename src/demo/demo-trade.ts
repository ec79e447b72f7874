import { randomUUIDv7 } from 'node:crypto';
import { bookProduct } from '#modules/bookings/server/make-booking.service.ts';
import { readCode } from '#modules/bookings/server/service.ts';
import type { TradeSettings } from '#modules/bookings/server/trade-settings.ts';
import { chooseMethod, confirmReceipt, enterCode } from '#modules/handover/server/service.ts';
import type { PaymentDeps } from '#modules/payments/server/payment-deps.ts';
import { connectProviders } from '#modules/payments/server/providers/provider-list.ts';
import { presentIntent } from '#modules/payments/server/providers/stripe/stripe-record.ts';
import { settlePayment } from '#modules/payments/server/settle.service.ts';
import type { Db } from '#platform/database/database.ts';
import { addPastRefund, type PastPayment, pastPayment } from '#sandbox/card-gateway/past-payments.ts';
import { backdate } from './backdate.ts';
import type { SeededPerson, SeededProduct } from './seeded-rows.ts';

const DAY_MINUTES = 24 * 60;

/** The defaults of the settings. */
const TRADE: TradeSettings = {
  holdMinutes: DAY_MINUTES,
  pickupMinutes: 7 * DAY_MINUTES,
  objectionMinutes: 2 * DAY_MINUTES,
  inspectionMinutes: DAY_MINUTES,
  answerMinutes: 3 * DAY_MINUTES,
  cashHoldMinutes: 3 * DAY_MINUTES,
  takesCash: true,
  feePercent: 0,
};
/** The context of e-mails. The demo deletes these e-mails unsent. */
export const EMAIL_CONTEXT = {
  productName: { en: 'Dolna', bn: 'দোলনা' },
  currencyLabel: { en: 'Tk', bn: '৳' },
  origin: 'http://localhost',
};
const CURRENCY = 'bdt';
const CODE_MINUTES = 15;

/** Keys for a provider that gets no request. */
const NO_KEYS = { secretKey: 'none', publishableKey: '', webhookSecret: '', scriptURL: '', sandbox: true };

/** A booking of the demo, with its payment once it is paid by card. */
export interface DemoSale {
  bookingId: string;
  product: SeededProduct;
  buyer: SeededPerson;
  payment?: PastPayment;
}

/** Returns functions that act for buyers and sellers as the store's calls do, and the payments of the gateway. */
export function openTrade(db: Db, takeProduct: (sellerId: string) => SeededProduct) {
  const payments: PastPayment[] = [];
  // Codes are compared within this transaction alone.
  const deps = { db, trade: TRADE, secret: 'demo' };
  const cards: PaymentDeps = {
    db,
    emailContext: EMAIL_CONTEXT,
    pickupMinutes: TRADE.pickupMinutes,
    providers: connectProviders({ stripe: NO_KEYS }),
  };

  async function book(seller: SeededPerson, buyer: SeededPerson): Promise<DemoSale> {
    const product = takeProduct(seller.id);
    const bookingId = randomUUIDv7();
    const { phone, location: pickup } = buyer;
    const terms = { holdMinutes: TRADE.holdMinutes, feePercent: TRADE.feePercent, maxHolds: undefined };
    await bookProduct(db, {
      id: bookingId,
      productId: product.id,
      buyerId: buyer.id,
      phone,
      pickup,
      currency: CURRENCY,
      ...terms,
    });
    return { bookingId, product, buyer };
  }

  const settle = (payment: PastPayment) => settlePayment(cards, presentIntent(payment.intent, payment.refunds, []));

  return {
    deps,
    payments,
    book,
    advanceHours: (hours: number) => backdate(db, payments, hours),
    /** Books an item and pays it by card. */
    async sell(seller: SeededPerson, buyer: SeededPerson) {
      const sale = await book(seller, buyer);
      const metadata = { bookingId: sale.bookingId };
      const payment = pastPayment({ amount: sale.product.price_poisha, currency: CURRENCY, metadata });
      payments.push(payment);
      await settle(payment);
      return { ...sale, payment };
    },
    /** Refunds an amount that is due back at the gateway. */
    async sendBack({ payment }: { payment: PastPayment }, poisha: number) {
      addPastRefund(payment, poisha);
      await settle(payment);
    },
    chooseCash: ({ bookingId, buyer }: DemoSale) =>
      chooseMethod(deps, { bookingId, personId: buyer.id }, 'cash').then(() => undefined),
    /** The seller enters the buyer's code. */
    async handOver({ bookingId, product }: DemoSale) {
      const { code } = await readCode(db, bookingId, deps.secret, CODE_MINUTES);
      await enterCode(deps, { bookingId, personId: product.seller_id }, code);
    },
    receive: ({ bookingId, buyer }: DemoSale) => confirmReceipt(deps, { bookingId, personId: buyer.id }),
  };
}
