import { getAccessToken, registerUser } from '#modules/identity/contract.ts';
import { type Client, createClient, type Transport } from '#platform/contract/call-client.ts';
import { limitConcurrency } from '#platform/forms/upload.ts';
import { ORIGIN } from './server-processes.ts';

/** A registered person whose calls are retried at any reachable process of the store. */
export interface Customer {
  id: string;
  email: string;
  token: string;
  /** Retries each call until a reply. */
  api: Client;
  /** Number of retries so far. */
  retries(): number;
}

const REQUEST_TIMEOUT_MS = 12_000;
const RETRY_DELAY_MS = 50;
const MAX_ATTEMPTS = 600;
/** Shorter than the life of an access token. */
const TOKEN_USE_MS = 5 * 60_000;

/** No reply after all retries: the call may have had its effect or not. */
class Unanswered extends Error {}

/** Returns a transport to one of several processes of the store. */
export function overNetwork(addresses: () => string, headers: Record<string, string>): Transport {
  return async (request) => {
    const response = await fetch(`${addresses()}/api${request.path}`, {
      method: request.method,
      signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
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

/** Retries a transport until a reply below 500. With `keys`, a POST keeps its idempotency key. */
function withRetries(transport: Transport, keys: boolean, count: () => void): Transport {
  return async (request) => {
    const key = { 'idempotency-key': crypto.randomUUID() };
    const keyed = keys && request.method === 'POST';
    const kept = keyed ? { ...request, headers: { ...key, ...request.headers } } : request;
    for (let tries = 0; tries < MAX_ATTEMPTS; tries += 1) {
      const answer = await transport(kept).catch(() => undefined);
      if (answer && answer.status < 500) return answer;
      // A 500 is a defect, not a fault of the network.
      if (answer?.status === 500) return answer;
      count();
      await new Promise((resolve) => setTimeout(resolve, RETRY_DELAY_MS));
    }
    throw new Unanswered(`${request.method} ${request.path}`);
  };
}

/** Registers several people, three at a time: hashing a password is slow. */
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
  if (!answer.ok) throw new Error(`Registration failed: ${answer.status} ${await answer.text()}`);
  const cookie = answer.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
  let retries = 0;
  const retrying = (transport: Transport) =>
    createClient(
      withRetries(transport, keys, () => {
        retries += 1;
      }),
    );
  const bySession = retrying(overNetwork(addresses, { cookie }));
  const { insertedId: id } = await bySession.send(registerUser, { body: { name, email, userCategory } });
  const newToken = async () => (await bySession.send(getAccessToken, { query: { email } })).accessToken;
  const token = await newToken();
  // A long run outlives a token.
  let current = { token, renewAt: Date.now() + TOKEN_USE_MS };
  const api = retrying(async (request) => {
    if (Date.now() >= current.renewAt) current = { token: await newToken(), renewAt: Date.now() + TOKEN_USE_MS };
    return overNetwork(addresses, { authorization: `Bearer ${current.token}` })(request);
  });
  return { id, email, token, api, retries: () => retries };
}
