import { z } from 'zod';
import type { Kind } from './object-store.ts';
import type { Operation } from './operation.ts';
import { integer, readParams, text, texts } from './request-form.ts';

const LIST_PARAMS = z.strictObject({
  limit: integer.pipe(z.number().min(1).max(100)).default(10),
  starting_after: text.optional(),
  created: z.strictObject({ gte: integer }).optional(),
  payment_intent: text.optional(),
  type: text.optional(),
  types: texts.optional(),
});

/** Returns a list operation: one page, newest first (https://docs.stripe.com/api/pagination). */
export function listObjects(kind: Kind): Operation {
  return ({ store }, { form }) => {
    const params = readParams(LIST_PARAMS, form);
    const { limit, starting_after: startingAfter, created, payment_intent: payment, type } = params;
    const types = type === undefined ? params.types : [type];
    const filter = { limit, startingAfter, createdFrom: created?.gte, payment, types };
    return () => ({ object: 'list', ...store.list(kind, filter), url: `/v1/${kind}s` });
  };
}
