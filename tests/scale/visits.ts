import type { LightMyRequestResponse } from 'fastify';
import { z } from 'zod';
import type { Call } from '#platform/contract/call.ts';
import type { Cast, Who } from '../support/cast.ts';
import { calls } from '../support/contracts.ts';
import { type Ask, OWNERSHIP } from '../support/ownership.ts';
import { sendCall } from '../support/send.ts';
import type { TestStore } from '../support/test-store.ts';

/** A call as somebody makes it who may. */
export interface Visit {
  name: string;
  call: Call;
  /** Makes what the call is asked with. What that gives makes the call, or the one for a page after the first. */
  prepare(store: TestStore, cast: Cast): Promise<(next?: string) => Promise<LightMyRequestResponse>>;
}

/** What is looked for where a call takes words. */
const WORDS = ['pram', 'tanvir'];

type Part = 'params' | 'query' | 'body';
type Choice = { part: Part; name: string; value: string };

/** Every call of the contracts with whatever can be chosen in it, one thing at a time. They are found, not listed. */
export function allVisits(): Visit[] {
  return [...calls].flatMap(([line, call]) => [
    visitOf(line, call),
    ...choicesOf(call).map((choice) => visitOf(line, call, choice)),
  ]);
}

function visitOf(line: string, call: Call, choice?: Choice): Visit {
  return {
    name: choice ? `${line} with ${choice.name} ${choice.value}` : line,
    call,
    async prepare(store, cast) {
      const { whose = 'nobody', ask } = OWNERSHIP[line] ?? {};
      const role = ({ admin: 'admin', seller: 'seller' } as Record<string, Who>)[call.spec.access] ?? 'buyer';
      const who = whose === 'nobody' ? role : whose;
      const asking = choose(call, (await ask?.(cast, who)) ?? {}, choice);
      const headers: Record<string, string> = { ...(asking.owner ?? cast.headers[who]) };
      if (call.method === 'POST') headers['idempotency-key'] = crypto.randomUUID();
      return async (next) =>
        next ? store.app.inject({ url: next, headers }) : sendCall(store.app, call, asking, headers);
    },
  };
}

/** What is asked, with something else chosen; of a query then only that stays which it cannot go without. */
function choose({ spec }: Call, ask: Ask, choice: Choice | undefined): Ask {
  if (!choice) return ask;
  const { part, name, value } = choice;
  const { required = [] } = part === 'query' && spec.query ? described(spec.query) : {};
  const kept = Object.entries({ ...ask[part] }).filter(([key]) => part !== 'query' || required.includes(key));
  return { ...ask, [part]: { ...Object.fromEntries(kept), [name]: value } };
}

function choicesOf({ spec }: Call): Choice[] {
  return (['params', 'query', 'body'] as const).flatMap((part) => {
    const schema = spec[part];
    const fields = schema ? (described(schema).properties ?? {}) : {};
    return Object.entries(fields).flatMap(([name, field]) => {
      const values = name === 'q' ? WORDS : valuesOf(field);
      return values.map((value) => ({ part, name, value }));
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

function valuesOf({ anyOf = [], enum: values = [], const: one }: Described): string[] {
  return [...values, ...(one === undefined ? [] : [one]), ...anyOf.flatMap(valuesOf)].map(String).filter(Boolean);
}

/** The address of the page after one. */
export function nextOf({ headers }: LightMyRequestResponse): string | undefined {
  return /<([^>]+)>; rel="next"/.exec(String(headers.link ?? ''))?.[1];
}
