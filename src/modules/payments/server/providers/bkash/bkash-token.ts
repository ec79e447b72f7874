import { z } from 'zod';
import { fetchAnswer } from '../answer.ts';
import { ProviderUnavailable } from '../provider.ts';
import type { BkashKeys } from './bkash-keys.ts';

const tokenAnswer = z.object({
  statusCode: z.string().optional(),
  id_token: z.string().optional(),
  refresh_token: z.string().optional(),
  expires_in: z.coerce.number().optional(),
});

/** Time between the renewal of a token and its expiry. */
const RENEW_BEFORE_MS = 5 * 60_000;
/** A refresh token lasts 28 days at bKash; a new grant after a day costs nothing. */
const REFRESH_MAX_MS = 24 * 60 * 60_000;

interface Token {
  value: string;
  refresh: string | undefined;
  grantedAt: number;
  goodUntil: number;
}

/** Returns the token of bKash, and fetches it once for all requests that wait for it. It is kept in memory only. */
export function createTokens(keys: BkashKeys) {
  let token: Token | undefined;
  let fetching: Promise<Token> | undefined;

  async function request(path: string, body: object): Promise<Token> {
    const now = Date.now();
    const answer = await fetchAnswer(
      `${keys.base}/${path}`,
      {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          accept: 'application/json',
          username: keys.username,
          password: keys.password,
        },
        body: JSON.stringify({ app_key: keys.appKey, app_secret: keys.appSecret, ...body }),
      },
      tokenAnswer,
    );
    if (!answer.id_token) throw new ProviderUnavailable(`bKash returned no token: ${answer.statusCode ?? 'no status'}`);
    const lifetime = 1000 * (answer.expires_in ?? 3600);
    return {
      value: answer.id_token,
      refresh: answer.refresh_token,
      grantedAt: token && path === 'token/refresh' ? token.grantedAt : now,
      goodUntil: now + Math.max(lifetime / 2, lifetime - RENEW_BEFORE_MS),
    };
  }

  async function renew(): Promise<Token> {
    const refresh = token && Date.now() - token.grantedAt < REFRESH_MAX_MS ? token.refresh : undefined;
    if (refresh) {
      const renewed = await request('token/refresh', { refresh_token: refresh }).catch(() => undefined);
      if (renewed) return renewed;
    }
    return request('token/grant', {});
  }

  return {
    async get(): Promise<string> {
      if (token && Date.now() < token.goodUntil) return token.value;
      fetching ??= renew().finally(() => {
        fetching = undefined;
      });
      token = await fetching;
      return token.value;
    },
    /** Forgets a token that bKash refused. */
    drop(value: string): void {
      if (token?.value === value) token = undefined;
    },
  };
}
