import type Stripe from 'stripe';
import type { Entry } from './book.ts';
import { DECLINES, type Decline } from './cards.ts';
import { addCharge } from './charges.ts';
import { openDispute } from './disputes.ts';
import { newId } from './identifiers.ts';
import type { Params } from './params.ts';
import { cardError, missing, StripeProblem, unexpectedState } from './problem.ts';
import type { Cause, Till } from './till.ts';

/** The parameters that confirm takes, and create with them. */
export const CONFIRM_PARAMS = [
  ...['payment_method', 'payment_method_data', 'payment_method_options', 'return_url', 'use_stripe_sdk'],
  ...['off_session', 'error_on_requires_action', 'expand'],
];

const NOBODY: Cause = { requestId: null, idempotencyKey: null };
const AUTHENTICATION_FAILED =
  'We are unable to authenticate your payment method. Please choose a different payment method and try again.';

/** How a confirmation wants a card that asks for 3-D Secure to be treated. */
export interface ConfirmWishes {
  /** Nobody is there to go through the step: count it as a decline. */
  noAction: boolean;
}

export function confirmWishes(params: Params): ConfirmWishes {
  params.text('return_url');
  params.flag('use_stripe_sdk');
  const offSession = params.flag('off_session') ?? false;
  return { noAction: (params.flag('error_on_requires_action') ?? false) || offSession };
}

/**
 * Tries to take the money of an open payment, with the given payment method or the one that it has.
 * @throws StripeProblem 402 when the bank declines; the payment then waits for another payment method.
 */
export function confirmEntry(
  till: Till,
  entry: Entry<'payment_intent'>,
  given: Entry<'payment_method'> | undefined,
  wishes: ConfirmWishes,
  cause: Cause,
): void {
  const { object } = entry;
  const method = given ?? attachedMethod(till, object);
  if (!method) {
    const message =
      "You cannot confirm this PaymentIntent because it's missing a payment method. You can either update the PaymentIntent with a payment method and then confirm it again, or confirm it again directly with a payment method or ConfirmationToken.";
    throw unexpectedState(message, object);
  }
  object.payment_method = method.object.id;
  object.last_payment_error = null;
  object.next_action = null;
  const { behaviour = 'succeed' } = method.secrets;
  if (behaviour === 'succeed' || behaviour === 'succeed-then-dispute' || behaviour === 'succeed-with-slow-refunds') {
    begin(till, object, method, cause);
  } else if (behaviour === 'authenticate' || behaviour === 'authenticate-then-decline') {
    if (wishes.noAction) decline(till, object, method.object, 'authentication_required', cause);
    askForAuthentication(till, object, cause);
  } else {
    decline(till, object, method.object, behaviour, cause);
  }
}

/** Ends the 3-D Secure step of a payment. Nothing happens when it is no longer waited for. */
export function finishChallenge(till: Till, challenge: string, passed: boolean): Stripe.PaymentIntent {
  const entry = till.book.findByChallenge(challenge);
  if (!entry) throw missing('source', challenge, 'source');
  const { object } = entry;
  const method = attachedMethod(till, object);
  if (object.status !== 'requires_action' || !method) return object;
  object.next_action = null;
  if (!passed) {
    object.status = 'requires_payment_method';
    object.payment_method = null;
    const details = { code: 'payment_intent_authentication_failure', payment_method: method.object };
    const problem = new StripeProblem(402, 'invalid_request_error', AUTHENTICATION_FAILED, details);
    object.last_payment_error = problem.body();
    till.book.save(object, {});
    till.announce('payment_intent.payment_failed', object, NOBODY);
    return object;
  }
  if (method.secrets.behaviour === 'authenticate') {
    begin(till, object, method, NOBODY);
    return object;
  }
  try {
    decline(till, object, method.object, 'generic_decline', NOBODY);
  } catch (error) {
    if (!(error instanceof StripeProblem)) throw error;
  }
  return object;
}

/** Takes the money of the payments whose time of processing is over. Gives when the next one is due. */
export function settleDue(till: Till): number | undefined {
  const waiting: number[] = [];
  for (const { object, secrets } of till.book.findUnsettled()) {
    const { settleAt = 0 } = secrets;
    const method = attachedMethod(till, object);
    if (settleAt > till.clock.now()) waiting.push(settleAt);
    else if (method) till.book.transaction(() => succeed(till, object, method, NOBODY));
  }
  return waiting.length > 0 ? Math.min(...waiting) : undefined;
}

function attachedMethod(till: Till, intent: Stripe.PaymentIntent): Entry<'payment_method'> | undefined {
  return typeof intent.payment_method === 'string'
    ? till.book.find('payment_method', intent.payment_method)
    : undefined;
}

function begin(till: Till, intent: Stripe.PaymentIntent, method: Entry<'payment_method'>, cause: Cause): void {
  const delay = till.settlementDelay();
  if (delay === 0) {
    succeed(till, intent, method, cause);
    return;
  }
  intent.status = 'processing';
  till.book.save(intent, { settleAt: till.clock.now() + delay });
  till.announce('payment_intent.processing', intent, cause);
}

function succeed(till: Till, intent: Stripe.PaymentIntent, method: Entry<'payment_method'>, cause: Cause): void {
  const charge = addCharge(till, intent, method.object);
  intent.status = 'succeeded';
  intent.amount_received = intent.amount;
  intent.latest_charge = charge.id;
  till.book.save(intent, {});
  till.book.save(method.object, { ...method.secrets, used: true });
  till.announce('charge.succeeded', charge, cause);
  till.announce('payment_intent.succeeded', intent, cause);
  till.log(`${intent.id} succeeded`);
  if (method.secrets.behaviour === 'succeed-then-dispute') openDispute(till, charge, cause);
}

function askForAuthentication(till: Till, intent: Stripe.PaymentIntent, cause: Cause): void {
  const challenge = newId('src');
  intent.status = 'requires_action';
  intent.next_action = {
    type: 'use_stripe_sdk',
    use_stripe_sdk: {
      type: 'three_d_secure_redirect',
      source: challenge,
    } as Stripe.PaymentIntent.NextAction.UseStripeSdk,
  };
  till.book.save(intent, { challenge });
  till.announce('payment_intent.requires_action', intent, cause);
}

function decline(
  till: Till,
  intent: Stripe.PaymentIntent,
  method: Stripe.PaymentMethod,
  reason: Decline,
  cause: Cause,
): never {
  const { message, ...details } = DECLINES[reason];
  const charge = addCharge(till, intent, method, reason);
  const told = { ...details, decline_code: reason, charge: charge.id, payment_method: method };
  intent.status = 'requires_payment_method';
  intent.payment_method = null;
  intent.latest_charge = charge.id;
  intent.last_payment_error = cardError(message, told).body();
  till.book.save(intent, {});
  till.announce('charge.failed', charge, cause);
  till.announce('payment_intent.payment_failed', intent, cause);
  till.log(`${intent.id} declined: ${reason}`);
  throw cardError(message, { ...told, payment_intent: intent });
}
