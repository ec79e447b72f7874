import { createLocalJWKSet, errors, type JSONWebKeySet, jwtVerify } from 'jose';
import { Problem } from '#platform/contract/problem.ts';
import { createExpiringCache } from '#platform/database/ttl-cache.ts';
import type { AuthProvider } from './auth-provider.ts';

/** The subject of an access token: an account and its session, never a role. */
export interface TokenSubject {
  accountId: string;
  sessionId: string;
}

export interface Tokens {
  /** Returns an access token that is valid for 15 minutes. */
  issue(subject: TokenSubject): Promise<string>;
  /** Returns the subject of a valid token. @throws Problem (401) for an altered, expired, unsigned or foreign token. */
  read(token: string): Promise<TokenSubject>;
}

/** Minimum time between two loads of the keys, so that forged key ids do not load the database. */
const KEYS_RELOAD_INTERVAL_MS = 5000;

/** Issues and verifies access tokens with the identity provider's keys. */
export function createTokens(provider: AuthProvider, origin: string): Tokens {
  let keys: ReturnType<typeof createLocalJWKSet> | undefined;
  let loadedAt = 0;
  // Verifying a signature costs more than the rest of a call, so verified tokens are cached until they expire. The session
  // is read on every call.
  const verified = createExpiringCache<TokenSubject>();

  async function loadKeys() {
    loadedAt = Date.now();
    keys = createLocalJWKSet((await provider.api.getJwks()) as JSONWebKeySet);
    return keys;
  }

  async function verify(token: string) {
    const options = { issuer: origin, audience: origin, algorithms: ['EdDSA'], requiredClaims: ['exp', 'sub', 'sid'] };
    try {
      return await jwtVerify(token, keys ?? (await loadKeys()), options);
    } catch (error) {
      const isNewKey = error instanceof errors.JWKSNoMatchingKey && Date.now() - loadedAt > KEYS_RELOAD_INTERVAL_MS;
      if (!isNewKey) throw error;
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
      const known = verified.get(token);
      if (known) return known;
      try {
        const { payload } = await verify(token);
        const subject = { accountId: String(payload.sub), sessionId: String(payload.sid) };
        verified.set(token, subject, Number(payload.exp) * 1000);
        return subject;
      } catch (error) {
        if (!(error instanceof errors.JOSEError)) throw error;
        throw new Problem('unauthenticated', 'bad-token', 'error.signInFirst');
      }
    },
  };
}
