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

/** Is told afterwards whether an attempt that was counted succeeded. */
type Attempt = (succeeded: boolean) => Promise<void>;

export interface Attempts {
  /** Counts a call to the identity provider. @throws Problem (429) when it is one too many. */
  count(request: FastifyRequest, path: string): Promise<Attempt>;
  /** Counts a password that is tried from an address for an account. @throws Problem (429) when it is one too many. */
  guess(address: string, email: string): Promise<Attempt>;
}

/**
 * Counts what guesses passwords, makes accounts or sends letters: by address, and by the account that is named, whether
 * there is one or not. Few wrong passwords are allowed from one address and more in all, so that a stranger who guesses
 * does not lock its owner out.
 */
export function createAttempts(limiter: Limiter, limits: AttemptLimits): Attempts {
  const tries: Limit = { name: 'tries', max: limits.tries, seconds: MINUTE };
  const letters: Limit = { name: 'letters', max: limits.letters, seconds: HOUR };
  const failuresHere: Limit = { name: 'failures-here', max: Math.ceil(limits.failures / 5), seconds: HOUR };
  const failures: Limit = { name: 'failures', max: limits.failures, seconds: HOUR };

  async function guess(address: string, email: string): Promise<Attempt> {
    const spent: [Limit, string][] = [
      [failuresHere, `${networkOf(address)} ${email}`],
      [failures, email],
    ];
    for (const [limit, who] of spent) await limiter.spend(limit, who);
    return async (succeeded) => {
      if (succeeded) for (const [limit, who] of spent) await limiter.giveBack(limit, who);
    };
  }

  return {
    guess,
    async count(request, path) {
      const named = request.method === 'POST' ? emailIn(request.body) : undefined;
      if (GUESSES.test(path)) await limiter.spend(tries, networkOf(request.ip));
      if (LETTERS.test(path) && named) await limiter.spend(letters, named);
      return path === '/sign-in/email' && named ? guess(request.ip, named) : async () => undefined;
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
