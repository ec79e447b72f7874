import type { Kind } from './book.ts';
import { invalid, missing } from './problem.ts';
import type { Ask, Till } from './till.ts';

/** Answers a list call, a page at a time as Stripe does. `filters` names the parameters that the call knows beside. */
export function listPage(
  till: Till,
  ask: Ask,
  kind: Kind,
  url: string,
  filters: { names?: string[]; parent?: string | undefined; types?: string[] | undefined } = {},
): () => object {
  const { params } = ask;
  params.only('limit', 'starting_after', 'ending_before', 'created', 'expand', ...(filters.names ?? []));
  const limit = params.integer('limit') ?? 10;
  if (limit < 1 || limit > 100) {
    const message = limit < 1 ? 'must be greater than or equal to 1' : 'must be less than or equal to 100';
    throw invalid(`This value ${message}.`, { code: 'parameter_invalid_integer', param: 'limit' });
  }
  const startingAfter = params.filled('starting_after');
  const endingBefore = params.filled('ending_before');
  if (startingAfter !== undefined && endingBefore !== undefined) {
    throw invalid('Received both starting_after and ending_before parameters. Please pass in only one.', {
      code: 'parameters_exclusive',
    });
  }
  const created = params.group('created')?.only('gt', 'gte', 'lt', 'lte');
  const above = created?.integer('gt');
  const below = created?.integer('lt');
  const createdFrom = above === undefined ? created?.integer('gte') : above + 1;
  const createdTo = below === undefined ? created?.integer('lte') : below - 1;
  return () => {
    const cursor = startingAfter ?? endingBefore;
    const param = startingAfter === undefined ? 'ending_before' : 'starting_after';
    if (cursor !== undefined && !till.book.find(kind, cursor)) throw missing(kind, cursor, param);
    const { parent, types } = filters;
    const page = till.book.list(kind, {
      limit,
      startingAfter,
      endingBefore,
      createdFrom,
      createdTo,
      parent,
      types,
    });
    return { object: 'list', data: page.data, has_more: page.has_more, url };
  };
}
