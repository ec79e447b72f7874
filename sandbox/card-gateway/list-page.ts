import type { Kind, ListFilter } from './object-store.ts';
import type { ApiRequest, Context } from './operation.ts';
import { invalidRequest, notFound } from './stripe-error.ts';

const LIMIT_MAX_ROWS = 100;

/**
 * Returns the work of a list operation: one page, newest first (https://docs.stripe.com/api/pagination). `names` are the
 * operation's own parameters; `filter` returns their effect.
 */
export function listPage(
  { store }: Context,
  { params }: ApiRequest,
  kind: Kind,
  url: string,
  names: string[] = [],
  filter: () => Pick<ListFilter, 'parent' | 'types'> = () => ({}),
): () => object {
  params.allowOnly('limit', 'starting_after', 'created', 'expand', ...names);
  const limit = params.integer('limit') ?? 10;
  if (limit < 1 || limit > LIMIT_MAX_ROWS) {
    const message =
      limit < 1 ? 'must be greater than or equal to 1' : `must be less than or equal to ${LIMIT_MAX_ROWS}`;
    throw invalidRequest(`This value ${message}.`, { code: 'parameter_invalid_integer', param: 'limit' });
  }
  const startingAfter = params.nonEmpty('starting_after');
  const createdFrom = params.object('created')?.allowOnly('gte').integer('gte');
  return () => {
    if (startingAfter !== undefined && !store.find(kind, startingAfter))
      throw notFound(kind, startingAfter, 'starting_after');
    return { object: 'list', ...store.list(kind, { limit, startingAfter, createdFrom, ...filter() }), url };
  };
}
