import type { FastifyRequest } from 'fastify';
import { email } from '#platform/contract/values.ts';
import type { Limit, Limiter } from '#platform/server/limits.ts';
import { networkOf } from '#platform/server/network.ts';

const MINUTE = 60;
const HOUR = 60 * MINUTE;

/** How often one may try; each is a setting. */
export interface AttemptLimits {
  /** Sign-ins and sign-ups from one network address a minute. A family or an office shares one. */
  tries: number;
  /** Wrong passwords for one account an hour, from wherever; a fifth of them from one address. */
  failures: number;
  /** Letters to one e-mail address an hour that somebody else may have asked for. */
  letters: number;
}

const LETTERS = /^\/(request-password-reset|send-verification-email)$/;
const GUESSES = /^\/(sign-in|sign-up|reset-password|request-password-reset|send-verification-email)/;

/** Counts one attempt, and afterwards is told whether it succeeded. */
type Attempt = (succeeded: boolean) => Promise<void>;

/**
 * Counts what guesses passwords, makes accounts or sends letters: by address, and by the account that is named, whether
 * there is one or not. Few wrong passwords are allowed from one address and more in all, so that a stranger who guesses
 * does not lock its owner out.
 */
export function countAttempts(limiter: Limiter, limits: AttemptLimits) {
  const tries: Limit = { name: 'tries', max: limits.tries, seconds: MINUTE };
  const letters: Limit = { name: 'letters', max: limits.letters, seconds: HOUR };
  const failuresHere: Limit = { name: 'failures-here', max: Math.ceil(limits.failures / 5), seconds: HOUR };
  const failures: Limit = { name: 'failures', max: limits.failures, seconds: HOUR };

  /** @throws Problem (429) when it is one attempt too many. */
  return async function count(request: FastifyRequest, path: string): Promise<Attempt> {
    const network = networkOf(request.ip);
    const named = request.method === 'POST' ? emailIn(request.body) : undefined;
    const spent: [Limit, string][] = [];
    const spend = async (limit: Limit, who: string) => {
      await limiter.spend(limit, who);
      spent.push([limit, who]);
    };
    if (GUESSES.test(path)) await limiter.spend(tries, network);
    if (LETTERS.test(path) && named) await limiter.spend(letters, named);
    if (path === '/sign-in/email' && named) {
      await spend(failuresHere, `${network} ${named}`);
      await spend(failures, named);
    }
    return async (succeeded) => {
      if (succeeded) for (const [limit, who] of spent) await limiter.giveBack(limit, who);
    };
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
