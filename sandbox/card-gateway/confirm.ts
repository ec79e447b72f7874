import type Stripe from 'stripe';
import { DECLINES, type Decline } from './cards.ts';
import { newId, type StoredObject } from './object-store.ts';
import { type Context, NO_REQUEST, type Origin, seconds } from './operation.ts';
import { openDispute } from './refunds.ts';
import { cardError, notFound, StripeApiError, unexpectedState } from './stripe-error.ts';

const AUTHENTICATION_FAILED =
  'We are unable to authenticate your payment method. Please choose a different payment method and try again.';

/**
 * Charges an open payment to the given payment method, or to its own.
 * @throws StripeApiError 402 when the bank declines; the payment then takes another payment method
 */
export function confirmPayment(
  context: Context,
  object: Stripe.PaymentIntent,
  given: StoredObject<'payment_method'> | undefined,
  origin: Origin,
): void {
  const method = given ?? attachedMethod(context, object);
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
    charge(context, object, method, origin);
  } else if (behaviour === 'authenticate' || behaviour === 'authenticate-then-decline') {
    requireAuthentication(context, object, origin);
  } else {
    throw decline(context, object, method.object, behaviour, origin);
  }
}

/** Ends the 3-D Secure step of a payment, unless it has ended. Returns the payment. @throws StripeApiError 404 */
export function finishChallenge(context: Context, challenge: string, isPassed: boolean): Stripe.PaymentIntent {
  const object = context.store.findByChallenge(challenge);
  if (!object) throw notFound('source', challenge, 'source');
  const method = attachedMethod(context, object);
  if (object.status !== 'requires_action' || !method) return object;
  object.next_action = null;
  if (!isPassed) {
    object.status = 'requires_payment_method';
    object.payment_method = null;
    const details = { code: 'payment_intent_authentication_failure', payment_method: method.object };
    const error = new StripeApiError(402, 'invalid_request_error', AUTHENTICATION_FAILED, details);
    object.last_payment_error = error.body();
    context.store.update(object, {});
    context.publish('payment_intent.payment_failed', object, NO_REQUEST);
  } else if (method.secrets.behaviour === 'authenticate') charge(context, object, method, NO_REQUEST);
  else decline(context, object, method.object, 'generic_decline', NO_REQUEST);
  return object;
}

/** Charges the payments whose time in `processing` is over. Returns the due time of the next one, as Date.now(). */
export function settleDuePayments(context: Context): number | undefined {
  const waiting: number[] = [];
  for (const { object, secrets } of context.store.findProcessing()) {
    const { settleAt = 0 } = secrets;
    const method = attachedMethod(context, object);
    if (settleAt > context.clock.now()) waiting.push(settleAt);
    else if (method) context.store.transaction(() => succeed(context, object, method, NO_REQUEST));
  }
  return waiting.length > 0 ? Math.min(...waiting) : undefined;
}

function attachedMethod(context: Context, intent: Stripe.PaymentIntent): StoredObject<'payment_method'> | undefined {
  return context.store.find('payment_method', String(intent.payment_method));
}

function charge(
  context: Context,
  intent: Stripe.PaymentIntent,
  method: StoredObject<'payment_method'>,
  origin: Origin,
): void {
  const delayMs = context.faults.settlement.delay;
  if (delayMs === 0) {
    succeed(context, intent, method, origin);
    return;
  }
  intent.status = 'processing';
  context.store.update(intent, { settleAt: context.clock.now() + delayMs });
  context.publish('payment_intent.processing', intent, origin);
}

function succeed(
  context: Context,
  intent: Stripe.PaymentIntent,
  method: StoredObject<'payment_method'>,
  origin: Origin,
): void {
  const charge = addCharge(context, intent, method.object);
  intent.status = 'succeeded';
  intent.amount_received = intent.amount;
  intent.latest_charge = charge.id;
  context.store.update(intent, {});
  context.store.update(method.object, { ...method.secrets, used: true });
  context.publish('charge.succeeded', charge, origin);
  context.publish('payment_intent.succeeded', intent, origin);
  context.log(`${intent.id} succeeded`);
  if (method.secrets.behaviour === 'succeed-then-dispute') openDispute(context, charge, origin);
}

function requireAuthentication(context: Context, intent: Stripe.PaymentIntent, origin: Origin): void {
  const challenge = newId('src');
  intent.status = 'requires_action';
  intent.next_action = {
    type: 'use_stripe_sdk',
    use_stripe_sdk: {
      type: 'three_d_secure_redirect',
      source: challenge,
    } as Stripe.PaymentIntent.NextAction.UseStripeSdk,
  };
  context.store.update(intent, { challenge });
  context.publish('payment_intent.requires_action', intent, origin);
}

function decline(
  context: Context,
  intent: Stripe.PaymentIntent,
  method: Stripe.PaymentMethod,
  reason: Decline,
  origin: Origin,
): StripeApiError {
  const { message, ...codes } = DECLINES[reason];
  const charge = addCharge(context, intent, method, reason);
  const details = { ...codes, decline_code: reason, charge: charge.id, payment_method: method };
  intent.status = 'requires_payment_method';
  intent.payment_method = null;
  intent.latest_charge = charge.id;
  intent.last_payment_error = cardError(message, details).body();
  context.store.update(intent, {});
  context.publish('charge.failed', charge, origin);
  context.publish('payment_intent.payment_failed', intent, origin);
  context.log(`${intent.id} declined: ${reason}`);
  return cardError(message, { ...details, payment_intent: intent });
}

function addCharge(
  context: Context,
  intent: Stripe.PaymentIntent,
  method: Stripe.PaymentMethod,
  declined?: Decline,
): Stripe.Charge {
  const charge = newCharge(intent, method, seconds(context.clock), declined);
  context.store.insert('charge', charge);
  return charge;
}

/** Returns a charge of a payment to a card, `created` in seconds since 1970. */
export function newCharge(
  intent: Stripe.PaymentIntent,
  { id, billing_details, card }: Pick<Stripe.PaymentMethod, 'id' | 'billing_details' | 'card'>,
  created: number,
  declined?: Decline,
): Stripe.Charge {
  const failure = declined && DECLINES[declined];
  return {
    id: newId('ch'),
    object: 'charge',
    amount: intent.amount,
    amount_captured: failure ? 0 : intent.amount,
    amount_refunded: 0,
    billing_details,
    captured: !failure,
    created,
    currency: intent.currency,
    description: intent.description,
    disputed: false,
    failure_code: failure?.code ?? null,
    failure_message: failure?.message ?? null,
    livemode: false,
    metadata: intent.metadata,
    paid: !failure,
    payment_intent: intent.id,
    payment_method: id,
    payment_method_details: { type: 'card', card },
    refunded: false,
    status: failure ? 'failed' : 'succeeded',
  } as unknown as Stripe.Charge;
}
