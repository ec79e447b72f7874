import type { FastifyRequest } from 'fastify';
import { Problem } from '#platform/contract/problem.ts';
import { email } from '#platform/contract/values.ts';
import type { Limit, Limiter } from '#platform/server/limits.ts';
import { networkOf } from '#platform/server/network.ts';
import type { KnownPlaces, Origin, Place } from './known-places.ts';

const MINUTE_S = 60;
const HOUR_S = 60 * MINUTE_S;

/** How often one may try; each is a setting. */
export interface AttemptLimits {
  /** Sign-ins and sign-ups from one network address a minute. A family or an office shares one. */
  tries: number;
  /** Wrong passwords for one account an hour from unknown places, before they are slowed down; a fifth from one place. */
  failures: number;
  /** Letters to one e-mail address an hour; known browsers and known networks have as many of their own. */
  letters: number;
}

/** Wrong passwords for one account an hour from all unknown networks together, as a multiple of `failures`. */
const FAILURES_CEILING_FACTOR = 10;

const LETTERS = /^\/(request-password-reset|send-verification-email)$/;
const GUESSES = /^\/(sign-in|sign-up|reset-password|request-password-reset|send-verification-email)/;

/** Is told afterwards whether an attempt that was counted succeeded. */
export type Attempt = (succeeded: boolean) => Promise<void>;

export interface Attempts {
  /** Counts a call to the identity provider. @throws Problem (429) when it is one too many. */
  count(request: FastifyRequest, path: string): Promise<Attempt>;
  /** Counts a password that is tried for an account. @throws Problem (429) when it is one too many. */
  guess(origin: Origin, email: string): Promise<Attempt>;
}

/** A limit and the key under which it is counted. */
type Spending = [Limit, string];

/**
 * Counts what guesses passwords, makes accounts or sends letters, by the account that is named, whether it exists or not.
 * A browser and a network from which the account was signed in to have limits of their own, so that attempts from
 * elsewhere do not lock its owner out (decision 37).
 */
export function createAttempts(limiter: Limiter, places: KnownPlaces, limits: AttemptLimits): Attempts {
  const { failures, letters } = limits;
  const fromOnePlace = Math.ceil(failures / 5);
  const hourly = (name: string, max: number): Limit => ({ name, max, seconds: HOUR_S });
  const tries: Limit = { name: 'tries', max: limits.tries, seconds: MINUTE_S };
  const deviceFailures = hourly('failures-device', fromOnePlace);
  const networkFailures = hourly('failures-network', fromOnePlace);
  const strangerFailures = hourly('failures-here', fromOnePlace);
  const strangersFailures = hourly('failures', failures);
  const slowFailures: Limit = { name: 'failures-slow', max: 1, seconds: MINUTE_S };
  const slowFailuresInAll: Limit = {
    ...hourly('failures-slow-all', (FAILURES_CEILING_FACTOR - 1) * failures),
    message: 'error.tooManyGuesses',
  };

  /** Counts all of them, or none when one refuses. */
  async function spendAll(spendings: Spending[]): Promise<Spending[]> {
    const spent: Spending[] = [];
    try {
      for (const spending of spendings) {
        await limiter.spend(...spending);
        spent.push(spending);
      }
    } catch (error) {
      await giveBack(spent);
      throw error;
    }
    return spent;
  }

  async function giveBack(spent: Spending[]): Promise<void> {
    for (const spending of spent) await limiter.giveBack(...spending);
  }

  /** Counts the first alternative that has room. @throws Problem (429) of the last one when none has. */
  async function spendFirst(alternatives: Spending[][]): Promise<Spending[]> {
    const [first = [], ...others] = alternatives;
    try {
      return await spendAll(first);
    } catch (error) {
      if (!(error instanceof Problem) || others.length === 0) throw error;
      return spendFirst(others);
    }
  }

  function guessBudgets({ network, device, knownNetwork }: Place, email: string): Spending[][] {
    const here = `${network} ${email}`;
    const ofNetwork: Spending[][] = knownNetwork
      ? [[[networkFailures, here]]]
      : [
          [
            [strangerFailures, here],
            [strangersFailures, email],
          ],
          [
            [strangerFailures, here],
            [slowFailures, here],
            [slowFailuresInAll, email],
          ],
        ];
    return device ? [[[deviceFailures, `${device} ${email}`]], ...ofNetwork] : ofNetwork;
  }

  function letterBudgets({ device, knownNetwork }: Place, email: string): Spending[][] {
    const ofNetwork: Spending[] = [[hourly(knownNetwork ? 'letters-network' : 'letters', letters), email]];
    return device ? [[[hourly('letters-device', letters), email]], ofNetwork] : [ofNetwork];
  }

  async function guess(origin: Origin, email: string): Promise<Attempt> {
    const spent = await spendFirst(guessBudgets(await places.find(origin, email), email));
    return async (succeeded) => {
      if (succeeded) await giveBack(spent);
    };
  }

  return {
    guess,
    async count(request, path) {
      const named = request.method === 'POST' ? emailIn(request.body) : undefined;
      if (GUESSES.test(path)) await limiter.spend(tries, networkOf(request.ip));
      if (LETTERS.test(path) && named) await spendFirst(letterBudgets(await places.find(request, named), named));
      return path === '/sign-in/email' && named ? guess(request, named) : async () => undefined;
    },
  };
}

function emailIn(body: unknown): string | undefined {
  if (!Buffer.isBuffer(body)) return undefined;
  try {
    // Decoded as the provider does it (Fetch, "UTF-8 decode"): nothing that it reads goes uncounted.
    return email.safeParse(JSON.parse(new TextDecoder().decode(body))?.email).data;
  } catch {
    return undefined;
  }
}
