import { createLocalJWKSet, errors, type JSONWebKeySet, jwtVerify } from 'jose';
import { Problem } from '#platform/contract/problem.ts';
import type { AuthProvider } from './auth-provider.ts';
import { createSessionCache } from './session-cache.ts';

/** What an access token names: an account and its session, never a role. */
export interface TokenSubject {
  accountId: string;
  sessionId: string;
}

export interface Tokens {
  /** An access token of 15 minutes. */
  issue(subject: TokenSubject): Promise<string>;
  /** @throws Problem (401) for a token that is altered, expired, unsigned or not ours. */
  read(token: string): Promise<TokenSubject>;
}

/** Unknown keys are looked up at most this often, in milliseconds, so that forged key ids do not hammer the database. */
const LOOK_AGAIN = 5000;

export function createTokens(provider: AuthProvider, origin: string): Tokens {
  let keys: ReturnType<typeof createLocalJWKSet> | undefined;
  let lookedAt = 0;
  // Checking a signature costs more than all the rest of a call. A token that was found good stays good until it expires;
  // whether its session still lives is asked at every call.
  const good = createSessionCache<TokenSubject>();

  async function loadKeys() {
    lookedAt = Date.now();
    keys = createLocalJWKSet((await provider.api.getJwks()) as JSONWebKeySet);
    return keys;
  }

  async function verify(token: string) {
    const options = { issuer: origin, audience: origin, algorithms: ['EdDSA'], requiredClaims: ['exp', 'sub', 'sid'] };
    try {
      return await jwtVerify(token, keys ?? (await loadKeys()), options);
    } catch (error) {
      const newKey = error instanceof errors.JWKSNoMatchingKey && Date.now() - lookedAt > LOOK_AGAIN;
      if (!newKey) throw error;
      return await jwtVerify(token, await loadKeys(), options);
    }
  }

  return {
    async issue({ accountId, sessionId }) {
      const iat = Math.floor(Date.now() / 1000);
      const { token } = await provider.api.signJWT({ sub: accountId, sid: sessionId, iat });
      return token;
    },
    async read(token) {
      const known = good.get(token);
      if (known) return known;
      try {
        const { payload } = await verify(token);
        const subject = { accountId: String(payload.sub), sessionId: String(payload.sid) };
        good.set(token, subject, Number(payload.exp) * 1000);
        return subject;
      } catch (error) {
        if (!(error instanceof errors.JOSEError)) throw error;
        throw new Problem('unauthenticated', 'bad-token', 'error.signInFirst');
      }
    },
  };
}
