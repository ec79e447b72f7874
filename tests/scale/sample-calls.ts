import type { LightMyRequestResponse } from 'fastify';
import { z } from 'zod';
import type { Call } from '#platform/contract/call.ts';
import { calls } from '../support/contracts.ts';
import type { Ask } from '../support/owners.ts';
import { OWNERSHIP } from '../support/ownership.ts';
import { sendCall } from '../support/send.ts';
import type { CallerKind, TestPeople } from '../support/test-people.ts';
import type { TestStore } from '../support/test-store.ts';

/** A call with valid input, made by a person who may make it. */
export interface SampleCall {
  name: string;
  call: Call;
  /** Prepares the input. Returns a function that makes the call, or the call for a later page. */
  prepare(store: TestStore, people: TestPeople): Promise<(next?: string) => Promise<LightMyRequestResponse>>;
}

/** Words for calls that search. */
const WORDS = ['pram', 'tanvir'];

type Part = 'params' | 'query' | 'body';
type Choice = { part: Part; name: string; value: unknown };

/** Other fields that an option of a body requires. */
const COMPANIONS: Record<string, object> = {
  'POST /bookings/{id}/dispute with want part': { amount: 1 },
  'POST /disputes/{id}/answer with answer offer': { amount: 1 },
  'POST /disputes/{id}/decision with outcome part': { amount: 1 },
  'PUT /my-payout-account with kind bank': {
    bank: 'Sonali Bank',
    branch: 'Mirpur',
    routing: '200262985',
    account: '4418601000482',
    holder: 'Nusrat Jahan',
  },
};
/** The callers of options that need another one. */
const CALLERS: Record<string, CallerKind> = {
  // The last payout needs a seller without items for sale.
  'POST /my-payouts with last true': 'both',
};

/** Callers whose statements differ from those of the first caller. */
const MORE_CALLERS: Record<string, CallerKind[]> = {
  'GET /disputes': ['seller', 'admin'],
  'GET /disputes/{id}': ['seller', 'admin'],
  'GET /receipts/{bookingId}': ['seller'],
};

/** Returns every call of the contracts, and each again with every option of its input, one at a time. */
export function sampleCalls(): SampleCall[] {
  return [...calls].flatMap(([line, call]) =>
    [undefined, ...(MORE_CALLERS[line] ?? [])].flatMap((caller) => [
      sampleCallOf(line, call, caller),
      ...choicesOf(call).map((choice) => sampleCallOf(line, call, caller, choice)),
    ]),
  );
}

function sampleCallOf(line: string, call: Call, caller?: CallerKind, choice?: Choice): SampleCall {
  const name = `${line}${choice ? ` with ${choice.name} ${choice.value}` : ''}${caller ? ` as ${caller}` : ''}`;
  return {
    name,
    call,
    async prepare(store, people) {
      const { whose = 'nobody', ask } = OWNERSHIP[line] ?? {};
      const role = ({ admin: 'admin', seller: 'seller' } as Record<string, CallerKind>)[call.spec.access] ?? 'buyer';
      const who = caller ?? CALLERS[name] ?? (whose === 'nobody' ? role : whose);
      const asking = choose(call, (await ask?.(people, who)) ?? {}, choice, COMPANIONS[name]);
      const headers: Record<string, string> = { ...(asking.owner ?? people.headers[who]) };
      if (call.method === 'POST') headers['idempotency-key'] = crypto.randomUUID();
      return async (next) =>
        next ? store.app.inject({ url: next, headers }) : sendCall(store.app, call, asking, headers);
    },
  };
}

/** Returns the input with one option chosen. Of a query only the required values stay. */
function choose({ spec }: Call, ask: Ask, choice: Choice | undefined, companions?: object): Ask {
  if (!choice) return ask;
  const { part, name, value } = choice;
  const { required = [] } = part === 'query' && spec.query ? described(spec.query) : {};
  const kept = Object.entries({ ...ask[part] }).filter(([key]) => part !== 'query' || required.includes(key));
  return { ...ask, [part]: { ...Object.fromEntries(kept), [name]: value, ...companions } };
}

function choicesOf({ spec }: Call): Choice[] {
  return (['params', 'query', 'body'] as const).flatMap((part) => {
    const schema = spec[part];
    const fields = schema ? (described(schema).properties ?? {}) : {};
    return Object.entries(fields).flatMap(([name, field]) => {
      const values = name === 'q' ? WORDS : valuesOf(field);
      // Only a body has other values than texts.
      return values.map((value) => ({ part, name, value: part === 'body' ? value : String(value) }));
    });
  });
}

interface Described {
  properties?: Record<string, Described>;
  required?: string[];
  anyOf?: Described[];
  enum?: unknown[];
  const?: unknown;
}

function described(schema: z.ZodType): Described {
  return z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Described;
}

function valuesOf({ anyOf = [], enum: values = [], const: one }: Described): unknown[] {
  return [...values, ...(one === undefined ? [] : [one]), ...anyOf.flatMap(valuesOf)].filter((value) => value !== '');
}

/** Returns the address of the next page. */
export function nextOf({ headers }: LightMyRequestResponse): string | undefined {
  return /<([^>]+)>; rel="next"/.exec(String(headers.link ?? ''))?.[1];
}
