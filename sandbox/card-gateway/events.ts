import type Stripe from 'stripe';
import { seconds } from './clock.ts';
import { newId } from './identifiers.ts';
import { listPage } from './listing.ts';
import { invalid, missing } from './problem.ts';
import type { Cause, Operation, Till } from './till.ts';

/** The API version that this gateway speaks: that of the server library (`stripe` 23). */
export const API_VERSION = '2026-10-28.endive';

/** Writes an event about an object, as the object is now. */
export function addEvent(
  till: Pick<Till, 'book' | 'clock'>,
  type: Stripe.Event.Type,
  object: object,
  cause: Cause,
): Stripe.Event {
  const event = {
    id: newId('evt'),
    object: 'event',
    api_version: API_VERSION,
    created: seconds(till.clock),
    data: { object: structuredClone(object) },
    livemode: false,
    pending_webhooks: 1,
    request: { id: cause.requestId, idempotency_key: cause.idempotencyKey },
    type,
  } as Stripe.Event;
  till.book.add('event', event);
  return event;
}

/** `GET /v1/events/:id` */
export const retrieveEvent: Operation = (till, ask) => () => {
  ask.params.only('expand');
  const found = till.book.find('event', ask.id);
  if (!found) throw missing('event', ask.id);
  return found.object;
};

/** `GET /v1/events` */
export const listEvents: Operation = (till, ask) => {
  const type = ask.params.filled('type');
  const types = ask.params.texts('types');
  if (type !== undefined && types) {
    throw invalid('You may only specify one of these parameters: type, types.', { code: 'parameters_exclusive' });
  }
  const wanted = type === undefined ? types : [type];
  return listPage(till, ask, 'event', '/v1/events', { names: ['type', 'types'], types: wanted });
};
