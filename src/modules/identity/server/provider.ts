import { betterAuth } from 'better-auth';
import { jwt } from 'better-auth/plugins/jwt';
import type pg from 'pg';

/** What the provider needs to know of where it runs. */
export interface ProviderSettings {
  /** The store's public address. */
  origin: string;
  /** Other origins that may post to it: in the demo, the other names of this machine. */
  otherOrigins: string[];
  /** At least 32 characters; signs cookies and locks the signing keys. */
  secret: string;
  secureCookies: boolean;
  /** Off only for a test run. */
  rateLimits: boolean;
}

const MINUTE = 60;
const DAY = 24 * 60 * MINUTE;

/**
 * The embedded identity provider: accounts, passwords, sessions and the keys that sign access tokens. It works on our
 * own tables and is served under `/api/auth`.
 */
export function createProvider(pool: pg.Pool, settings: ProviderSettings) {
  return betterAuth({
    appName: 'Dolna',
    baseURL: settings.origin,
    basePath: '/api/auth',
    secret: settings.secret,
    trustedOrigins: [settings.origin, ...settings.otherOrigins],
    database: pool,
    telemetry: { enabled: false },
    logger: { disabled: true },
    advanced: {
      database: { generateId: false },
      useSecureCookies: settings.secureCookies,
      defaultCookieAttributes: { httpOnly: true, sameSite: 'lax' },
      // Set by our own server from the connection; whatever a client writes into it is overwritten.
      ipAddress: { ipAddressHeaders: [CLIENT_ADDRESS] },
    },
    // By the client's address, in this process's memory. A family or an office shares one address.
    rateLimit: {
      enabled: settings.rateLimits,
      window: MINUTE,
      max: 300,
      customRules: {
        '/sign-in/*': { window: MINUTE, max: 30 },
        '/sign-up/*': { window: MINUTE, max: 30 },
        '/get-session': false,
      },
    },
    emailAndPassword: { enabled: true, autoSignIn: true, minPasswordLength: 6, maxPasswordLength: 128 },
    user: {
      modelName: 'accounts',
      fields: { emailVerified: 'email_verified', createdAt: 'created_at', updatedAt: 'updated_at' },
    },
    session: {
      modelName: 'sessions',
      expiresIn: 30 * DAY,
      updateAge: DAY,
      fields: {
        userId: 'account_id',
        expiresAt: 'expires_at',
        ipAddress: 'ip_address',
        userAgent: 'user_agent',
        createdAt: 'created_at',
        updatedAt: 'updated_at',
      },
    },
    account: {
      modelName: 'credentials',
      encryptOAuthTokens: true,
      // A stranger must not get into an account by signing in elsewhere with its address.
      accountLinking: { trustedProviders: [] },
      fields: {
        userId: 'account_id',
        accountId: 'provider_account_id',
        providerId: 'provider_id',
        accessToken: 'access_token',
        refreshToken: 'refresh_token',
        idToken: 'id_token',
        accessTokenExpiresAt: 'access_token_expires_at',
        refreshTokenExpiresAt: 'refresh_token_expires_at',
        createdAt: 'created_at',
        updatedAt: 'updated_at',
      },
    },
    verification: {
      modelName: 'verifications',
      storeIdentifier: 'hashed',
      fields: { expiresAt: 'expires_at', createdAt: 'created_at', updatedAt: 'updated_at' },
    },
    plugins: [
      jwt({
        jwks: { rotationInterval: 30 * DAY, gracePeriod: DAY },
        jwt: { issuer: settings.origin, audience: settings.origin, expirationTime: '15m' },
        disableSettingJwtHeader: true,
        schema: {
          jwks: {
            modelName: 'signing_keys',
            fields: {
              publicKey: 'public_key',
              privateKey: 'private_key',
              createdAt: 'created_at',
              expiresAt: 'expires_at',
            },
          },
        },
      }),
    ],
  });
}

export type Provider = ReturnType<typeof createProvider>;

/** Carries the client's address to the provider, as our own server saw it. */
export const CLIENT_ADDRESS = 'x-dolna-client-address';
