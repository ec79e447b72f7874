import { repeatOnSteal } from './cpu-steal.ts';
import { type Measurement, measureLoad } from './load.ts';
import type { BenchServer } from './servers.ts';
import { type BenchUser, PASSWORD } from './users.ts';

export interface SignInLoadResults {
  /** The p99 of a list that another user reads, in milliseconds, without and with the sign-ins. */
  idleMs: number[];
  loadedMs: number[];
  /** Sign-ins that were answered, and those that returned a session. */
  answeredPerSecond: number;
  signedInPerSecond: number;
}

const SIGN_INS_PER_SECOND = 50;
const DURATION_S = 6;
/** Ordinary browsing. */
const READS_PER_SECOND = 100;

/** Measures the cost of a sign-in, on two connections. */
export function measureSignIn(store: BenchServer, { email }: BenchUser): Promise<Measurement> {
  return measureLoad(store, { ...signIn(store, email), connections: 2 });
}

/** Measures 50 sign-ins a second while another user reads a list. Sign-ins beyond the full queue are refused. */
export async function measureSignInLoad(
  store: BenchServer,
  users: BenchUser[],
  path: string,
  rounds: number,
): Promise<SignInLoadResults> {
  const [reader] = users;
  const read = () =>
    measureLoad(store, {
      path,
      headers: reader?.headers ?? {},
      rate: READS_PER_SECOND,
      connections: 10,
      seconds: DURATION_S,
    });
  const idleMs: number[] = [];
  const loadedMs: number[] = [];
  let answeredPerSecond = 0;
  let signedInPerSecond = 0;
  for (let round = 0; round < rounds; round += 1) {
    idleMs.push((await repeatOnSteal(read)).p99Ms);
    const [measurement, statuses] = await repeatOnSteal(() => Promise.all([read(), sendSignIns(store, users)]));
    loadedMs.push(measurement.p99Ms);
    answeredPerSecond += statuses.length / DURATION_S / rounds;
    signedInPerSecond += statuses.filter((status) => status === 200).length / DURATION_S / rounds;
  }
  return { idleMs, loadedMs, answeredPerSecond, signedInPerSecond };
}

/** Sends sign-ins at a fixed rate, without waiting for answers. */
async function sendSignIns(store: BenchServer, users: BenchUser[]): Promise<number[]> {
  const sent: Promise<number>[] = [];
  const startedAt = performance.now();
  await new Promise<void>((done) => {
    const timer = setInterval(() => {
      const due = Math.min(
        SIGN_INS_PER_SECOND * DURATION_S,
        ((performance.now() - startedAt) / 1000) * SIGN_INS_PER_SECOND,
      );
      while (sent.length < due) sent.push(sendSignIn(store, users[sent.length % users.length]?.email ?? ''));
      if (due < SIGN_INS_PER_SECOND * DURATION_S) return;
      clearInterval(timer);
      done();
    }, 10);
  });
  return Promise.all(sent);
}

async function sendSignIn(store: BenchServer, email: string): Promise<number> {
  const { path, ...rest } = signIn(store, email);
  const answer = await fetch(store.address + path, rest);
  await answer.arrayBuffer();
  return answer.status;
}

function signIn({ address }: BenchServer, email: string) {
  return {
    path: '/api/auth/sign-in/email',
    method: 'POST' as const,
    headers: { 'content-type': 'application/json', origin: address },
    body: JSON.stringify({ email, password: PASSWORD }),
  };
}
