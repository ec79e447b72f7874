import { createHmac, hkdfSync, randomBytes } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { errors, jwtVerify, SignJWT } from 'jose';
import { z } from 'zod';
import { readCookie } from '#platform/contract/request-cookie.ts';
import type { Db } from '#platform/database/database.ts';
import { networkOf, siteOf } from '#platform/limits/network.ts';
import { findPasswordHash, isKnownNetwork, upsertKnownNetwork } from './sessions.store.ts';

/** Returns the name of the device cookie. Browsers accept `__Secure-` on https only. */
export function deviceCookieName(isSecure: boolean): string {
  return isSecure ? '__Secure-known-device' : 'known-device';
}

/** Returns the device cookie of a request as `name=value`, for calls in this process; undefined without one. */
export function findDeviceCookie({ headers }: Pick<FastifyRequest, 'headers'>): string | undefined {
  return headers.cookie?.split(/;\s*/).find((pair) => /^(__Secure-)?known-device=/.test(pair));
}

/** The longest lifetime of a cookie (RFC 6265bis, 5.5). */
export const DEVICE_COOKIE_MAX_AGE_S = 400 * 24 * 60 * 60;

/** Accounts in one cookie; the oldest are dropped. */
const ACCOUNTS_MAX = 5;
/** A genuine cookie is shorter; a longer one is not verified. */
const COOKIE_MAX_CHARS = 1024;

const ALGORITHM = 'HS256';

export type Origin = Pick<FastifyRequest, 'ip' | 'headers'>;

/** The origin of a request as known for one account. */
export interface KnownOrigin {
  network: string;
  /** All networks of an IPv6 customer; undefined for IPv4. */
  site: string | undefined;
  /** The browser's id for this account; undefined when it did not sign in to it since the password was changed. */
  device: string | undefined;
  /** Whether this network had a recent sign-in to the account. */
  isKnownNetwork: boolean;
}

export interface KnownOrigins {
  /** Returns the known origin of a request for the account with this e-mail, whether it exists or not. */
  find(origin: Origin, email: string): Promise<KnownOrigin>;
  /** Remembers browser and network after a successful sign-in. Returns the new value of the device cookie. */
  remember(origin: Origin, account: { id: string; email: string }): Promise<string>;
}

/** For each account: keyed digests of e-mail and password hash, and a random id of the last sign-in. */
const payload = z.object({ accounts: z.array(z.tuple([z.string(), z.string(), z.string()])).max(ACCOUNTS_MAX) });
type DeviceAccounts = z.infer<typeof payload>['accounts'];

/**
 * Recognises browsers and networks with an earlier sign-in to an account. The cookie is signed and holds no e-mail; it grants
 * separate rate limits only.
 */
export function createKnownOrigins(
  db: Db,
  { secret, secure: isSecure }: { secret: string; secure: boolean },
): KnownOrigins {
  const keyFor = (purpose: string) => Buffer.from(hkdfSync('sha256', secret, '', `dolna ${purpose}`, 32));
  const cookieKey = keyFor('device cookie');
  const accountKey = keyFor('device account');
  const networkKey = keyFor('known network');
  const accountTag = (email: string) =>
    createHmac('sha256', accountKey).update(email).digest().subarray(0, 16).toString('base64url');
  const epochKey = keyFor('device epoch');
  const networkDigest = (network: string, email: string) =>
    createHmac('sha256', networkKey).update(`${network} ${email}`).digest('base64url');

  async function epochOf(email: string): Promise<string> {
    const hash = (await findPasswordHash(db, email)) ?? '';
    return createHmac('sha256', epochKey).update(hash).digest().subarray(0, 9).toString('base64url');
  }

  async function readAccounts(origin: Origin): Promise<DeviceAccounts> {
    const cookie = readCookie(origin, deviceCookieName(isSecure));
    if (!cookie || cookie.length > COOKIE_MAX_CHARS) return [];
    try {
      const verified = await jwtVerify(cookie, cookieKey, { algorithms: [ALGORITHM], requiredClaims: ['exp'] });
      return payload.safeParse(verified.payload).data?.accounts ?? [];
    } catch (error) {
      if (error instanceof errors.JOSEError) return [];
      throw error;
    }
  }

  return {
    async find(origin, email) {
      const network = networkOf(origin.ip);
      const tag = accountTag(email);
      const [, device, epoch] = (await readAccounts(origin)).find(([known]) => known === tag) ?? [];
      return {
        network,
        site: siteOf(origin.ip),
        device: device && epoch === (await epochOf(email)) ? device : undefined,
        isKnownNetwork: await isKnownNetwork(db, networkDigest(network, email)),
      };
    },

    async remember(origin, { id, email }) {
      await upsertKnownNetwork(db, id, networkDigest(networkOf(origin.ip), email));
      const tag = accountTag(email);
      const others = (await readAccounts(origin)).filter(([known]) => known !== tag);
      const account = [tag, randomBytes(12).toString('base64url'), await epochOf(email)];
      const accounts = [account, ...others].slice(0, ACCOUNTS_MAX);
      return new SignJWT({ accounts })
        .setProtectedHeader({ alg: ALGORITHM })
        .setExpirationTime(`${DEVICE_COOKIE_MAX_AGE_S}s`)
        .sign(cookieKey);
    },
  };
}
