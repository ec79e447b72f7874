import { getAccessToken, registerUser } from '../src/modules/identity/contract.ts';
import { createClient } from '../src/platform/contract/call-client.ts';
import type { Load } from './load.ts';

export interface BenchUser {
  id: string;
  email: string;
  /** The headers of API calls. */
  headers: Record<string, string>;
  /** The cookie header of page requests. */
  cookie: string;
}

export const PASSWORD = 'bench-secret-1';

/** Registers a user with the requests of a browser. */
export async function register(address: string, email: string, userCategory: 'Buyer' | 'Seller'): Promise<BenchUser> {
  const name = email.split('@')[0] ?? email;
  const answer = await fetch(`${address}/api/auth/sign-up/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: address },
    body: JSON.stringify({ name, email, password: PASSWORD }),
  });
  if (!answer.ok) throw new Error(`Signing up ${email} was answered with ${answer.status}`);
  const cookie = answer.headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ');
  const client = createClient(async ({ method, path, body }) => {
    const reply = await fetch(`${address}/api${path}`, {
      method,
      headers: { cookie, ...(body ? { 'content-type': 'application/json' } : {}) },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    return { status: reply.status, body: await reply.json() };
  });
  const { insertedId } = await client.send(registerUser, { body: { name, email, userCategory } });
  const { accessToken } = await client.send(getAccessToken, { query: { email } });
  return { id: insertedId, email, cookie, headers: { authorization: `Bearer ${accessToken}` } };
}

/** Registers buyers one after the other. */
export async function registerBuyers(address: string, count: number): Promise<BenchUser[]> {
  const stamp = Date.now();
  const buyers: BenchUser[] = [];
  for (let n = 0; n < count; n += 1) buyers.push(await register(address, `buyer${n}.${stamp}@bench.test`, 'Buyer'));
  return buyers;
}

/** Returns a load of requests by these users in turn. */
export function signedInLoad(path: string, users: BenchUser[]): Load {
  let turn = 0;
  const headersOf = () => {
    turn += 1;
    return users[turn % users.length]?.headers ?? {};
  };
  return { path, headersOf };
}
