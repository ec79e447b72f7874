import { getAccessToken, registerUser } from '#modules/identity/contract.ts';
import { type Client, createClient, type Transport } from '#platform/contract/call-client.ts';
import { limitConcurrency } from '#platform/web/limit-concurrency.ts';
import { ORIGIN } from './machines.ts';

/** Somebody with a browser far away: what is not answered is asked again, wherever the store can be reached. */
export interface Customer {
  id: string;
  email: string;
  token: string;
  /** Makes a call again until it is answered. */
  api: Client;
  /** How often a call had to be made again. */
  retries(): number;
}

/** How long a browser waits for an answer, and before it asks again, in milliseconds. */
const PATIENCE = 12_000;
const PAUSE = 50;
/** After so many tries in vain it gives up. */
const TRIES = 600;

/** No answer at all: what was asked may have been done, or not. */
class Unanswered extends Error {}

/** Asks one of several processes of the store, over the network. */
export function overNetwork(addresses: () => string, headers: Record<string, string>): Transport {
  return async (request) => {
    const response = await fetch(`${addresses()}/api${request.path}`, {
      method: request.method,
      signal: AbortSignal.timeout(PATIENCE),
      headers: {
        ...headers,
        ...request.headers,
        ...(request.body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(request.body === undefined ? {} : { body: JSON.stringify(request.body) }),
    });
    const isJson = response.headers.get('content-type')?.includes('json');
    return {
      status: response.status,
      body: isJson ? await response.json() : await response.text().then(() => undefined),
      link: response.headers.get('link'),
    };
  };
}

/** The same, again and again until there is an answer that is one. With `keys`, a POST keeps its key. */
function patiently(transport: Transport, keys: boolean, count: () => void): Transport {
  return async (request) => {
    const key = { 'idempotency-key': crypto.randomUUID() };
    const keyed = keys && request.method === 'POST';
    const kept = keyed ? { ...request, headers: { ...key, ...request.headers } } : request;
    for (let tries = 0; tries < TRIES; tries += 1) {
      const answer = await transport(kept).catch(() => undefined);
      if (answer && answer.status < 500) return answer;
      // A 500 is a defect, and no weather.
      if (answer?.status === 500) return answer;
      count();
      await new Promise((resolve) => setTimeout(resolve, PAUSE));
    }
    throw new Unanswered(`${request.method} ${request.path}`);
  };
}

/** Several, a few at a time: each password is hashed, which is meant to be slow. */
export async function customers(
  count: number,
  addresses: () => string,
  userCategory: 'Buyer' | 'Seller',
  { keys = true } = {},
): Promise<Customer[]> {
  const atATime = limitConcurrency(3);
  return Promise.all(Array.from({ length: count }, () => atATime(() => aCustomer(addresses, userCategory, keys))));
}

async function aCustomer(addresses: () => string, userCategory: 'Buyer' | 'Seller', keys: boolean): Promise<Customer> {
  const name = 'Nusrat Jahan';
  const email = `${crypto.randomUUID()}@example.com`;
  const registration = { name, email, password: 'secret-1234', userCategory };
  const answer = await fetch(`${addresses()}/api/auth/sign-up/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: ORIGIN },
    body: JSON.stringify(registration),
  });
  if (!answer.ok) throw new Error(`Nobody could register: ${answer.status} ${await answer.text()}`);
  const cookie = answer.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
  const bySession = createClient(overNetwork(addresses, { cookie }));
  const { insertedId: id } = await bySession.send(registerUser, { body: { name, email, userCategory } });
  const { accessToken: token } = await bySession.send(getAccessToken, { query: { email } });
  let retries = 0;
  const api = createClient(
    patiently(overNetwork(addresses, { authorization: `Bearer ${token}` }), keys, () => {
      retries += 1;
    }),
  );
  return { id, email, token, api, retries: () => retries };
}
