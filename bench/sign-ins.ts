import { calmly } from './calm.ts';
import { type Shot, shoot } from './load.ts';
import type { Machine } from './machines.ts';
import { PASSWORD, type Visitor } from './people.ts';

export interface Flood {
  /** Of a list that somebody else reads meanwhile, in milliseconds. */
  calm: number[];
  flooded: number[];
  /** Sign-ins that were answered, a second, and how many of them with a session. */
  answered: number;
  signedIn: number;
}

const A_SECOND = 50;
const SECONDS = 6;
/** What the others ask for, a second: they browse, they do not attack. */
const READING = 100;

/** One after the other, as few people do it: what it costs. */
export function measureSignIn(product: Machine, { email }: Visitor): Promise<Shot> {
  return shoot(product, { ...signIn(product, email), connections: 2 });
}

/** Fifty sign-ins a second, while others read. Those that find the queue full are told to come again. */
export async function measureFlood(product: Machine, people: Visitor[], path: string, rounds: number): Promise<Flood> {
  const [reader] = people;
  const read = () =>
    shoot(product, { path, headers: reader?.headers ?? {}, rate: READING, connections: 10, seconds: SECONDS });
  const calm: number[] = [];
  const flooded: number[] = [];
  let answered = 0;
  let signedIn = 0;
  for (let round = 0; round < rounds; round += 1) {
    calm.push((await calmly(read)).p99);
    const [shot, statuses] = await calmly(() => Promise.all([read(), signInsFor(product, people)]));
    flooded.push(shot.p99);
    answered += statuses.length / SECONDS / rounds;
    signedIn += statuses.filter((status) => status === 200).length / SECONDS / rounds;
  }
  return { calm, flooded, answered, signedIn };
}

/** Sends them whether or not the ones before were answered, as a crowd does. */
async function signInsFor(product: Machine, people: Visitor[]): Promise<number[]> {
  const sent: Promise<number>[] = [];
  const begun = performance.now();
  await new Promise<void>((done) => {
    const timer = setInterval(() => {
      const due = Math.min(A_SECOND * SECONDS, ((performance.now() - begun) / 1000) * A_SECOND);
      while (sent.length < due) sent.push(askToSignIn(product, people[sent.length % people.length]?.email ?? ''));
      if (due < A_SECOND * SECONDS) return;
      clearInterval(timer);
      done();
    }, 10);
  });
  return Promise.all(sent);
}

async function askToSignIn(product: Machine, email: string): Promise<number> {
  const { path, ...rest } = signIn(product, email);
  const answer = await fetch(product.address + path, rest);
  await answer.arrayBuffer();
  return answer.status;
}

function signIn({ address }: Machine, email: string) {
  return {
    path: '/api/auth/sign-in/email',
    method: 'POST' as const,
    headers: { 'content-type': 'application/json', origin: address },
    body: JSON.stringify({ email, password: PASSWORD }),
  };
}
