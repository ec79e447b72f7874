import type { ApiFault, Faults, WebhookFault } from './faults.ts';
import { invalid } from './problem.ts';

const API_KINDS = ['late', 'error-before', 'error-after', 'cut-before', 'cut-after', 'rate-limit'] as const;
const WEBHOOK_KINDS = ['drop', 'double', 'delay', 'reorder'] as const;

/**
 * Orders faults from outside: `{ clear?: true, api?: ApiFault[], webhooks?: WebhookFault[], settlement?: { delay } }`.
 * Gives what is still to go wrong. @throws StripeProblem 400, and nothing is changed.
 */
export function orderFaults(faults: Faults, order: unknown): object {
  const wanted = record(order, 'body');
  const api: ApiFault[] = list(wanted.api, 'api').map((item) => ({
    kind: kind(item.kind, API_KINDS),
    ...optional({ on: text(item.on, 'on') }),
    ...numbers(item),
  }));
  const webhooks: WebhookFault[] = list(wanted.webhooks, 'webhooks').map((item) => ({
    kind: kind(item.kind, WEBHOOK_KINDS),
    ...optional({ type: text(item.type, 'type') }),
    ...numbers(item),
  }));
  const settlement = wanted.settlement === undefined ? undefined : numbers(record(wanted.settlement, 'settlement'));
  if (wanted.clear === true) faults.clear();
  for (const fault of api) faults.api.add(fault);
  for (const fault of webhooks) faults.webhooks.add(fault);
  if (settlement) faults.settlement.delay = settlement.delay ?? 0;
  return { api: faults.api.pending(), webhooks: faults.webhooks.pending(), settlement: faults.settlement };
}

function record(value: unknown, name: string): Record<string, unknown> {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  throw invalid(`Invalid object: ${name}`, { param: name });
}

function list(value: unknown, name: string): Record<string, unknown>[] {
  if (value === undefined) return [];
  if (!Array.isArray(value)) throw invalid(`Invalid array: ${name}`, { param: name });
  return value.map((item) => record(item, name));
}

function kind<const T extends string>(value: unknown, among: readonly T[]): T {
  const found = among.find((candidate) => candidate === value);
  if (found !== undefined) return found;
  throw invalid(`Invalid kind: must be one of ${among.join(', ')}`, { param: 'kind' });
}

function text(value: unknown, name: string): string | undefined {
  if (value === undefined || typeof value === 'string') return value;
  throw invalid(`Invalid string: ${name}`, { param: name });
}

function numbers(item: Record<string, unknown>): { times?: number; delay?: number } {
  return optional({ times: number(item.times, 'times'), delay: number(item.delay, 'delay') });
}

function number(value: unknown, name: string): number | undefined {
  if (value === undefined || (typeof value === 'number' && value >= 0)) return value;
  throw invalid(`Invalid number: ${name}`, { param: name });
}

function optional<T extends object>(fields: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  const given = Object.entries(fields).filter(([, value]) => value !== undefined);
  return Object.fromEntries(given) as { [K in keyof T]?: Exclude<T[K], undefined> };
}
