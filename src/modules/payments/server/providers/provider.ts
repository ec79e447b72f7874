import type { FastifyInstance } from 'fastify';
import type { Method } from '#modules/bookings/rules.ts';
import { message } from '#platform/contract/message-reference.ts';
import { Problem } from '#platform/contract/problem.ts';
import type { Refusal, ReviewReason } from '../../rules.ts';

/**
 * The interface of a payment provider. The store knows providers by this interface only;
 * docs/adding-a-payment-provider.md has the rules. Amounts are in minor units. A method throws ProviderUnavailable when
 * the outcome is unknown.
 */
export interface PaymentProvider {
  /** Names the account `provider:<name>` and the payments: lower case letters. */
  readonly name: string;
  /** How its payments appear to buyers. */
  readonly method: Method;
  readonly sandbox: boolean;
  /** `find` reports no refunds. A refund is found by its number only, so the store keeps a request for each. */
  readonly needsRefundRequests: boolean;
  /** It captures in `confirm` only. Without that call there is no capture to look for. */
  readonly takesOnConfirm?: boolean;
  /** It returns money of a payment once only, in whole or in part. */
  readonly refundsOnce?: boolean;
  /** Begins a payment. Of two that begin at once, the store gives one to the buyer and cancels the other. */
  begin(payment: NewPayment): Promise<BegunPayment & { reference: string }>;
  /** Completes a payment that the buyer agreed to. Returns the record; undefined for an unknown payment. */
  confirm(reference: string): Promise<ProviderRecord | undefined>;
  /** Returns the current record of a payment; undefined when the provider does not know it. Changes nothing. */
  find(reference: string, options?: FindOptions): Promise<ProviderRecord | undefined>;
  /** Returns the capture of a transaction that no payment is known for, for providers whose messages name it only. */
  findTransaction?(transaction: string): Promise<ProviderRecord | undefined>;
  /** Ends an open payment at the provider, where it can. Returns false while it may still take money. */
  cancel(reference: string): Promise<boolean>;
  /** Returns money. A repeat of the same order returns nothing twice. @throws RefundRefused when nothing was returned */
  refund(order: RefundOrder): Promise<ProviderRefund>;
  /** Returns the current state of a refund that the provider accepted. Changes nothing. */
  refundState(reference: string, refund: AcceptedRefund): Promise<ProviderRefund>;
  /** Returns the changes since a time, for providers with a list of events. */
  listSince?(since: Date): Promise<ProviderChange[]>;
  /** Returns the accounts of the store at the provider, for providers with such a call. Changes nothing. */
  balance?(): Promise<ProviderBalance[]>;
  /** Lists all payments that name a booking, for providers with such a list. */
  list?(): AsyncIterable<ListedPayment>;
  /** Sends payouts to wallets, where the merchant may. */
  readonly payouts?: PayoutSender;
  /** Serves the return from the provider's page, and the provider's messages. */
  routes?(app: FastifyInstance, callbacks: ProviderCallbacks): void;
}

export interface PaymentNumber {
  provider: string;
  intent: string;
}

export interface NewPayment {
  bookingId: string;
  productId: string;
  itemName: string;
  amount: number;
  /** ISO 4217, in lower case. */
  currency: string;
  /** The number of earlier payments of this booking by this provider. */
  attempt: number;
  buyer: { name: string; email: string; phone: string };
  origin: string;
}

/** The browser pays with a client secret, or at a URL. */
export type BegunPayment =
  | { clientSecret: string; redirectUrl?: never }
  | { redirectUrl: string; clientSecret?: never };

/** The current state of a payment at its provider. */
export interface ProviderRecord {
  provider: string;
  reference: string;
  /** As the provider has it; absent for a payment of another store. */
  bookingId: string | undefined;
  /** `failed` may still be paid. */
  state: 'open' | 'failed' | 'cancelled' | 'succeeded';
  /** Why a success needs an admin. */
  review?: ReviewReason | undefined;
  /** Why it failed, when the provider tells it. */
  refusal?: Refusal | undefined;
  amount: number;
  received: number;
  /** The number that the provider tells the payer of a success; absent where it is the reference. */
  transactionId?: string | undefined;
  currency: string;
  description: string;
  /** Time of the capture, or of the beginning. */
  at: Date;
  refunds: ProviderRefund[];
  disputes: ProviderDispute[];
  /** The fields of the answer to keep, by keptFields: money, state and times, nothing of a person and no secret. */
  answer?: Record<string, string> | undefined;
  /** Further captures under the same number, each with a number of its own. They go back whole. */
  surplus?: ProviderRecord[] | undefined;
  /** Whether a page of this payment can still be paid, beside the captured amount. */
  isPayable?: boolean | undefined;
  /** Data for the browser to continue an open payment, if the provider returns it. */
  resume?: BegunPayment | undefined;
}

export interface ProviderRefund {
  ref: string;
  amount: number;
  state: 'pending' | 'succeeded' | 'failed';
  at: Date;
  /** As of a payment: the fields of the answer to keep. */
  answer?: Record<string, string> | undefined;
}

export interface ProviderDispute {
  ref: string;
  amount: number;
  /** A bank holds the money while it is `open`, and keeps it when it is `lost`. */
  state: 'inquiry' | 'open' | 'won' | 'lost';
  at: Date;
}

export interface ProviderBalance {
  /** The provider's name of it. */
  account: string;
  amount: number;
  currency: string;
}

/** A refund to which the provider gave a number. */
export type AcceptedRefund = Pick<ProviderRefund, 'ref' | 'amount' | 'at'>;

export interface FindOptions {
  /** Whether to look for returns that the payment itself does not show. */
  all?: boolean;
}

export interface RefundOrder {
  record: ProviderRecord;
  amount: number;
  /** Unique for a request that the store keeps; otherwise empty. */
  key: string;
  /** A part of a payment that stands. */
  isPart: boolean;
  /** How often refunds of the payment were refused: a provider that replays its answers gets a new order. */
  refusals: number;
}

/** Sends payouts to wallets. Its methods throw ProviderUnavailable when the outcome is unknown. */
export interface PayoutSender {
  /** Sends money. Returns the number of the transfer. @throws TransferRefused when nothing was sent */
  send(payout: { number: string; amount: number; wallet: string }): Promise<string>;
  /** Returns a transfer by the provider's number; undefined when the provider does not know it. Changes nothing. */
  find(transfer: string): Promise<{ amount: number; wallet: string } | undefined>;
}

/** A change that the provider reports. It is no proof: the payment is fetched. */
export interface ProviderChange {
  /** Unique among all providers. */
  id: string;
  type: string;
  reference: string | null;
  kind: 'success' | 'declined' | 'return' | 'other';
}

/** An entry of the provider's list. Its totals are compared first, so that few payments are fetched. */
export interface ListedPayment {
  reference: string;
  received: number;
  refunded: number;
  isDisputed: boolean;
}

/** `refused`: the provider refused the payment, and its record does not show that. */
export type RedirectOutcome = 'agreed' | 'left' | 'refused';

/** Handles the provider's messages and the buyers that return. Each fetches the payment and settles it. */
export interface ProviderCallbacks {
  /** The buyer is back. Returns the store's page to which the browser goes. Never throws for an unknown payment. */
  handleRedirect(reference: string | undefined, outcome: RedirectOutcome): Promise<string>;
  /** The provider reported a payment, which is then fetched. */
  handleNotification(reference: string): Promise<void>;
  /**
   * The provider reported a transaction for a booking. The open payments of the booking are fetched, else the
   * transaction.
   */
  handleTransaction(transaction: string, bookingId: string): Promise<void>;
  /** The provider reported a change. A repeat has no effect. */
  handleChange(change: ProviderChange): Promise<void>;
}

/** Whether the buyer can pay without the store, and only a poll finds a capture whose message is lost. */
export function isPolled({ listSince, takesOnConfirm }: PaymentProvider): boolean {
  return !listSince && !takesOnConfirm;
}

/** The provider did not answer, or not clearly: the outcome is unknown. */
export class ProviderUnavailable extends Problem {
  constructor(cause: unknown, text = 'pay.providerUnavailable') {
    super('unavailable', 'provider-away', text);
    this.cause = cause;
  }
}

/** The provider answered, and the answer about this payment is not understood: the outcome is unknown. */
export class ProviderUnclear extends ProviderUnavailable {}

/** Returns the Problem (409) of a payment that the provider refused to begin. The cause is for the log. */
export function methodRefused(cause: string): Problem {
  return Object.assign(new Problem('conflict', 'method-refused', 'pay.methodRefused'), { cause });
}

/** The settings have no keys of this provider any more, so its payments cannot be fetched. */
export class ProviderNotSetUp extends ProviderUnavailable {
  constructor(provider: string) {
    super(`The payment provider ${provider} is not set up.`, message('pay.keysMissing', { provider }));
  }
}

/** The provider refused a refund, and returned nothing. */
export class RefundRefused extends Error {
  /** The fields of the answer to keep. */
  readonly answer: Record<string, string> | undefined;

  constructor(text?: string, options: { cause?: unknown; answer?: Record<string, string> } = {}) {
    super(text, options);
    this.answer = options.answer;
  }
}

/** The provider refused a payout, and sent nothing. */
export class TransferRefused extends Error {}

/** Whether a bank holds the money of a dispute, or has taken it. */
export function isWithdrawn({ state }: ProviderDispute): boolean {
  return state === 'open' || state === 'lost';
}

/** The amounts of a record in minor units: received, refunded, pending refunds, and held by banks. */
export function amountsOf({ state, received, refunds, disputes }: ProviderRecord) {
  const sum = (amounts: { amount: number }[]) => amounts.reduce((total, { amount }) => total + amount, 0);
  return {
    received: state === 'succeeded' ? received : 0,
    refunded: sum(refunds.filter(({ state }) => state === 'succeeded')),
    pending: sum(refunds.filter(({ state }) => state === 'pending')),
    withdrawn: sum(disputes.filter(isWithdrawn)),
  };
}

/** Returns the amount of a payment that is neither refunded nor held by a bank, in minor units. */
export function remainingAmount(record: ProviderRecord): number {
  const { received, refunded, pending, withdrawn } = amountsOf(record);
  return received - refunded - pending - withdrawn;
}
