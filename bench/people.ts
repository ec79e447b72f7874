import { getAccessToken, registerUser } from '../src/modules/identity/contract.ts';
import { createClient } from '../src/platform/contract/call-client.ts';
import type { Aim } from './load.ts';

export interface Visitor {
  id: string;
  email: string;
  /** What its calls carry. */
  headers: Record<string, string>;
  /** What its browser carries to a page. */
  cookie: string;
}

export const PASSWORD = 'bench-secret-1';

/** Registers somebody as a browser does. */
export async function register(address: string, email: string, userCategory: 'Buyer' | 'Seller'): Promise<Visitor> {
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

/** Registers so many buyers, one after the other. */
export async function registerBuyers(address: string, count: number): Promise<Visitor[]> {
  const stamp = Date.now();
  const buyers: Visitor[] = [];
  for (let n = 0; n < count; n += 1) buyers.push(await register(address, `buyer${n}.${stamp}@bench.test`, 'Buyer'));
  return buyers;
}

/** Asked by these people in turn. */
export function signedIn(path: string, people: Visitor[]): Aim {
  let turn = 0;
  const headersOf = () => {
    turn += 1;
    return people[turn % people.length]?.headers ?? {};
  };
  return { path, headersOf };
}
