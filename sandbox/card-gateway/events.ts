import type Stripe from 'stripe';
import { seconds } from './clock.ts';
import { listPage } from './list-page.ts';
import { newId } from './object-ids.ts';
import type { Context, Operation, Origin } from './operation.ts';
import { invalidRequest } from './stripe-error.ts';

/** The API version that this gateway speaks: that of the server library (`stripe` 23). */
export const API_VERSION = '2026-10-28.endive';

/** Stores an event with a copy of the object. Returns the event. */
export function addEvent(
  { store, clock }: Pick<Context, 'store' | 'clock'>,
  type: Stripe.Event.Type,
  object: object,
  origin: Origin,
): Stripe.Event {
  const event = {
    id: newId('evt'),
    object: 'event',
    api_version: API_VERSION,
    created: seconds(clock),
    data: { object: structuredClone(object) },
    livemode: false,
    pending_webhooks: 1,
    request: { id: origin.requestId, idempotency_key: origin.idempotencyKey },
    type,
  } as Stripe.Event;
  store.insert('event', event);
  return event;
}

/** `GET /v1/events` */
export const listEvents: Operation = (context, request) => {
  const type = request.params.nonEmpty('type');
  const types = request.params.strings('types');
  if (type !== undefined && types) {
    throw invalidRequest('You may only specify one of these parameters: type, types.', {
      code: 'parameters_exclusive',
    });
  }
  return listPage(context, request, 'event', '/v1/events', ['type', 'types'], () => ({
    types: type === undefined ? types : [type],
  }));
};
