import { availableParallelism } from 'node:os';
import { betterAuth } from 'better-auth';
import { APIError, createAuthMiddleware } from 'better-auth/api';
import { oauthPopup } from 'better-auth/plugins';
import { jwt } from 'better-auth/plugins/jwt';
import type pg from 'pg';
import { defaultIssueMessage } from '#platform/contract/validation-messages.ts';
import { isDatabaseUnavailable } from '#platform/database/database.ts';
import { languageOf, translateIn } from '#platform/http/language.ts';
import { createQueue } from '#platform/limits/concurrency-queue.ts';
import { registration } from '../contract.ts';
import { createAuthDialect, exposeErrors, rethrowHidden } from './auth-dialect.ts';
import { isCommonPassword } from './common-passwords.ts';
import { type GoogleSettings, googleProvider, otherProvider } from './google.ts';
import { DEVICE_COOKIE_MAX_AGE_S, deviceCookieName, type KnownOrigins } from './known-origins.ts';
import type { LinkEmails, LinkOwner } from './link-emails.ts';

export interface AuthProviderSettings {
  origin: string;
  /** Other trusted origins: in the demo, the other names of this machine. */
  otherOrigins: string[];
  /** At least 32 characters; signs cookies and encrypts the signing keys. */
  secret: string;
  secureCookies: boolean;
  /** Minimum length of a new password, in characters. */
  passwordMin: number;
  /** Absent: the provider's own hash, with a salt for each password. */
  passwords?: Passwords | undefined;
  /** Remembers the origin of each successful sign-in. */
  knownOrigins: KnownOrigins;
  /** Deletes the pending e-mail change of an account. */
  endEmailChange(accountId: string): Promise<unknown>;
  /** Absent: no address is confirmed, and no password can be reset. */
  emails?: LinkEmails;
  /** Absent: no sign-in with Google. */
  google?: GoogleSettings | undefined;
}

/**
 * Queue of password hashes. A hash (scrypt) occupies one of Node's four pool threads for a tenth of a second; files,
 * compression and new database connections need them too. A call that would wait too long is refused. A database outage
 * fails all waiting calls at once.
 */
const HASH_QUEUE = {
  concurrency: Math.min(2, availableParallelism()),
  maxWaiting: 100,
  waitTimeoutMs: 7000,
  rejectsAll: isDatabaseUnavailable,
};

const SIGN_UP_FIELDS = ['name', 'email', 'password'];

const HOUR_S = 60 * 60;
const DAY_S = 24 * HOUR_S;

/**
 * Creates the embedded identity provider: accounts, passwords, sessions and the keys that sign access tokens. It uses
 * our own tables and is served under `/api/auth`.
 */
export function createAuthProvider(pool: pg.Pool, settings: AuthProviderSettings) {
  const { origin, otherOrigins, google, emails } = settings;
  /** The account whose password a request has just reset. */
  const accountsReset = new WeakMap<Request, { id: string; email: string }>();
  // The form's own rules, enforced also for calls without the form.
  const newAccount = registration(settings.passwordMin).omit({ userCategory: true });
  const auth = betterAuth({
    appName: 'Dolna',
    baseURL: baseUrlOf(settings),
    basePath: '/api/auth',
    secret: settings.secret,
    trustedOrigins: [origin, ...otherOrigins],
    database: { dialect: createAuthDialect(pool), type: 'postgres' },
    telemetry: { enabled: false },
    logger: { disabled: true },
    // Its unexpected errors reach our error handler.
    onAPIError: { throw: true },
    advanced: {
      database: { generateId: false },
      // Better Auth would skip the check under NODE_ENV=test.
      disableOriginCheck: false,
      useSecureCookies: settings.secureCookies,
      defaultCookieAttributes: { httpOnly: true, sameSite: 'lax' },
      // Our server sets this header from the connection, and overwrites a client's value.
      ipAddress: { ipAddressHeaders: [CLIENT_ADDRESS] },
    },
    // Attempts are counted by attempts.ts, in the database and per account too.
    rateLimit: { enabled: false },
    hooks: {
      before: createAuthMiddleware(async ({ path, body, request }) => {
        if (path !== '/sign-up/email' && path !== '/reset-password') return;
        if (path === '/sign-up/email') keepOnly(body, SIGN_UP_FIELDS);
        const checked =
          path === '/sign-up/email' ? newAccount.safeParse(body ?? {}, { error: defaultIssueMessage }) : undefined;
        const [issue] = checked?.error?.issues ?? [];
        if (issue)
          throw new APIError('BAD_REQUEST', { message: translateIn(languageOfRequest(request), issue.message, '') });
        if (await isCommonPassword(body?.password ?? body?.newPassword)) {
          const message = translateIn('en', 'error.passwordCommon', '');
          throw new APIError('BAD_REQUEST', { code: 'PASSWORD_COMMON', message });
        }
      }),
      // Runs after every sign-in (password, Google, registration) and after a reset.
      after: createAuthMiddleware(async (ctx) => {
        const { request, context } = ctx;
        const account = request && (context.newSession?.user ?? accountsReset.get(request));
        if (!account) return;
        const headers = { cookie: request.headers.get('cookie') ?? undefined };
        const origin = { ip: request.headers.get(CLIENT_ADDRESS) ?? '', headers };
        ctx.setCookie(deviceCookieName(settings.secureCookies), await settings.knownOrigins.remember(origin, account), {
          // Page forms send this cookie too, and their paths are outside /api.
          path: '/',
          httpOnly: true,
          sameSite: 'lax',
          secure: settings.secureCookies,
          maxAge: DEVICE_COOKIE_MAX_AGE_S,
        });
      }),
    },
    emailAndPassword: {
      enabled: true,
      autoSignIn: true,
      minPasswordLength: settings.passwordMin,
      maxPasswordLength: 128,
      ...(settings.passwords && { password: settings.passwords }),
      resetPasswordTokenExpiresIn: HOUR_S,
      revokeSessionsOnPasswordReset: true,
      onPasswordReset: async ({ user }, request) => {
        await confirmByReset(user.id);
        if (request) accountsReset.set(request, user);
      },
      ...(emails && {
        sendResetPassword: ({ user, token, url }, request) =>
          exposeErrors(async () => {
            const link = await findResetLink(token);
            // A newer request may have deleted it.
            if (link) await emails.reset(linkOwner(user, request), { id: link.id, token, url });
          }),
      }),
    },
    // Confirmation is optional. Its link does not sign in, because e-mails are forwarded.
    emailVerification: {
      sendOnSignUp: true,
      autoSignInAfterVerification: false,
      expiresIn: DAY_S,
      ...(emails && {
        sendVerificationEmail: ({ user, token }, request) =>
          exposeErrors(() => emails.verify(linkOwner(user, request), token)),
      }),
    },
    socialProviders: googleProvider(google),
    user: {
      modelName: 'accounts',
      fields: { emailVerified: 'email_verified', createdAt: 'created_at', updatedAt: 'updated_at' },
    },
    session: {
      modelName: 'sessions',
      expiresIn: 30 * DAY_S,
      updateAge: DAY_S,
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
      // Both sides must have confirmed the address, so that a stranger's account elsewhere does not open this one. The
      // demo's provider accepts any address, so it never links to an existing account.
      accountLinking: {
        trustedProviders: [],
        requireLocalEmailVerified: true,
        disableImplicitLinking: google?.standIn !== undefined,
      },
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
        jwks: { rotationInterval: 30 * DAY_S, gracePeriod: DAY_S },
        jwt: { issuer: origin, audience: origin, expirationTime: '15m' },
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
      ...otherProvider(google),
      oauthPopup(),
    ],
  });
  async function findResetLink(token: string) {
    const { internalAdapter } = await auth.$context;
    return internalAdapter.findVerificationValue(`reset-password:${token}`);
  }

  /** Confirms the e-mail, because a reset link proves its ownership, and deletes older links. */
  async function confirmByReset(accountId: string): Promise<void> {
    const { adapter, internalAdapter } = await auth.$context;
    await settings.endEmailChange(accountId);
    await internalAdapter.updateUser(accountId, { emailVerified: true });
    await adapter.deleteMany({ model: 'verification', where: [{ field: 'value', value: accountId }] });
  }

  const { getSession, getJwks, signJWT } = auth.api;
  const queueHash = createQueue(HASH_QUEUE);
  const matchingHash = (accountId: string, password: string): Promise<string | undefined> =>
    rethrowHidden(async () => {
      const { internalAdapter, password: hashes } = await auth.$context;
      const hash = (await internalAdapter.findCredentialAccount(accountId))?.password;
      if (!hash) return undefined;
      return (await queueHash(() => hashes.verify({ hash, password }))) ? hash : undefined;
    });
  return {
    api: {
      getSession: (headers: Headers) => rethrowHidden(() => getSession({ headers })),
      getJwks: () => rethrowHidden(() => getJwks()),
      signJWT: (payload: Record<string, unknown>) => rethrowHidden(() => signJWT({ body: { payload } })),
    },
    handler: (request: Request) => rethrowHidden(() => auth.handler(request)),
    /** Runs a call that hashes a password in the queue. */
    queueHash,
    /** Returns the stored hash when this is the account's password; undefined otherwise, and for one that has none. */
    matchingHash,
    /** Whether this is the account's password; false for an account without one. */
    isPassword: async (accountId: string, password: string) => (await matchingHash(accountId, password)) !== undefined,
    /** Returns the e-mail whose password a reset link replaces; undefined for a used or expired link. */
    resetEmailOf: (token: string): Promise<string | undefined> =>
      rethrowHidden(async () => {
        const { internalAdapter } = await auth.$context;
        const link = await findResetLink(token);
        if (!link || link.expiresAt <= new Date()) return undefined;
        return (await internalAdapter.findUserById(link.value))?.email;
      }),
    hashPassword: (password: string): Promise<string> =>
      rethrowHidden(async () => {
        const { password: hashes } = await auth.$context;
        return queueHash(() => hashes.hash(password));
      }),
  };
}

/** In the demo, the base URL follows the request's host, so that a popup returns to the name it left. */
function baseUrlOf({ origin, otherOrigins }: AuthProviderSettings) {
  if (!otherOrigins.includes(origin)) return origin;
  return { allowedHosts: otherOrigins.map((one) => new URL(one).host), protocol: 'http' as const, fallback: origin };
}

/** Deletes other fields: the provider would store some of them, such as a picture's URL. */
function keepOnly(body: Record<string, unknown> | undefined, fields: readonly string[]): void {
  for (const name of Object.keys(body ?? {})) if (body && !fields.includes(name)) delete body[name];
}

function linkOwner(user: { id: string; email: string }, request: Request | undefined): LinkOwner {
  return { accountId: user.id, email: user.email, language: languageOfRequest(request) };
}

function languageOfRequest(request: Request | undefined) {
  return languageOf({ headers: Object.fromEntries(request?.headers ?? []) });
}

export interface Passwords {
  hash(password: string): Promise<string>;
  verify(pair: { hash: string; password: string }): Promise<boolean>;
}

export type AuthProvider = ReturnType<typeof createAuthProvider>;

/** Request header that passes the client's address to the provider. */
export const CLIENT_ADDRESS = 'x-dolna-client-address';
