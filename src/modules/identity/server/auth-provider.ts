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
import type { Mail } from '#platform/mail/mailer.ts';
import { registration } from '../contract.ts';
import { finishAnswers } from './auth-provider-replies.ts';
import { isCommonPassword } from './common-passwords.ts';
import { type GoogleSettings, googleProvider, otherProvider } from './google.ts';
import type { IdentityEmails } from './identity-emails.ts';
import { DEVICE_COOKIE_MAX_AGE_S, deviceCookieName, type KnownOrigins } from './known-origins.ts';
import { orOutage, watchedDialect } from './outage.ts';

/** What the provider needs to know of where it runs. */
export interface ProviderSettings {
  /** The store's public address. */
  origin: string;
  /** Other origins that may post to it: in the demo, the other names of this machine. */
  otherOrigins: string[];
  /** At least 32 characters; signs cookies and locks the signing keys. */
  secret: string;
  secureCookies: boolean;
  /** How many characters a new password has at least. */
  passwordMin: number;
  /** Is told of each successful sign-in. */
  places: KnownOrigins;
  /** Without it nobody is asked to confirm an address, and no password can be reset. */
  mail?: ProviderMail;
  /** Without it nobody signs in with Google. */
  google?: GoogleSettings | undefined;
}

/** The provider's letters, and the function that queues one for sending. */
export interface ProviderMail {
  post(mail: Mail): Promise<void>;
  letters: IdentityEmails;
}

/**
 * A password that is hashed keeps a thread of the pool busy for a tenth of a second (scrypt), and of these there are four,
 * for files, compression and the password that a new connection to the database proves. In a queue before it, a rush of
 * sign-ins holds up nobody but itself; who would wait longer than a call may take is told so, and nothing is done.
 * Two on one core would take as long and leave less to the others. When the database fails one of them, it would fail the
 * next as late, one after the other.
 */
const HASHING = {
  atOnce: Math.min(2, availableParallelism()),
  waiting: 100,
  patience: 7000,
  everybodys: isDatabaseUnavailable,
};

/** What an account is made from. */
const SIGN_UP_FIELDS = ['name', 'email', 'password'];

const HOUR = 60 * 60;
const DAY = 24 * HOUR;

/**
 * The embedded identity provider: accounts, passwords, sessions and the keys that sign access tokens. It works on our
 * own tables and is served under `/api/auth`.
 */
export function createAuthProvider(pool: pg.Pool, settings: ProviderSettings) {
  const { origin, otherOrigins, google, mail } = settings;
  /** The account whose password a request has just replaced by a mailed link. */
  const accountsReset = new WeakMap<Request, { id: string; email: string }>();
  // The registration form's own rules: they hold for whoever signs up without it, too.
  const newAccount = registration(settings.passwordMin).omit({ userCategory: true });
  const auth = betterAuth({
    appName: 'Dolna',
    baseURL: addressOf(settings),
    basePath: '/api/auth',
    secret: settings.secret,
    trustedOrigins: [origin, ...otherOrigins],
    database: { dialect: watchedDialect(pool), type: 'postgres' },
    telemetry: { enabled: false },
    logger: { disabled: true },
    // Its own defects reach our handler, which logs and answers them like any other.
    onAPIError: { throw: true },
    advanced: {
      database: { generateId: false },
      // Better Auth would skip it under NODE_ENV=test, and no test would notice a broken one.
      disableOriginCheck: false,
      useSecureCookies: settings.secureCookies,
      defaultCookieAttributes: { httpOnly: true, sameSite: 'lax' },
      // Set by our own server from the connection; whatever a client writes into it is overwritten.
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
        const [fault] = checked?.error?.issues ?? [];
        if (fault)
          throw new APIError('BAD_REQUEST', { message: translateIn(languageOfReader(request), fault.message, '') });
        if (isCommonPassword(body?.password ?? body?.newPassword)) {
          const message = translateIn('en', 'error.passwordCommon', '');
          throw new APIError('BAD_REQUEST', { code: 'PASSWORD_COMMON', message });
        }
      }),
      // Runs after every sign-in, whichever way: by password, by Google, by registration; and after a reset.
      after: createAuthMiddleware(async (ctx) => {
        const { request, context } = ctx;
        const account = request && (context.newSession?.user ?? accountsReset.get(request));
        if (!account) return;
        const headers = { cookie: request.headers.get('cookie') ?? undefined };
        const origin = { ip: request.headers.get(CLIENT_ADDRESS) ?? '', headers };
        ctx.setCookie(deviceCookieName(settings.secureCookies), await settings.places.remember(origin, account), {
          path: '/api',
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
      resetPasswordTokenExpiresIn: HOUR,
      revokeSessionsOnPasswordReset: true,
      onPasswordReset: async ({ user }, request) => {
        await followedReset(user.id);
        if (request) accountsReset.set(request, user);
      },
      ...(mail && {
        sendResetPassword: ({ user, token }, request) =>
          mail.post(mail.letters.reset(languageOfReader(request), user.email, token)),
      }),
    },
    // Asked for, never demanded. Following the link signs nobody in: mails are read over shoulders, and forwarded.
    emailVerification: {
      sendOnSignUp: true,
      autoSignInAfterVerification: false,
      expiresIn: DAY,
      ...(mail && {
        sendVerificationEmail: ({ user, token }, request) =>
          mail.post(mail.letters.verify(languageOfReader(request), user.email, token)),
      }),
    },
    socialProviders: googleProvider(google),
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
      // A stranger must not get into an account by signing in elsewhere with its address: both sides must have confirmed
      // it. The stand-in believes whatever one types, so it never opens an account that is there already.
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
        jwks: { rotationInterval: 30 * DAY, gracePeriod: DAY },
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
  /** Who has followed a mailed link reads what is mailed there, like who followed the other one; the links of older letters end. */
  async function followedReset(accountId: string): Promise<void> {
    const { adapter, internalAdapter } = await auth.$context;
    await internalAdapter.updateUser(accountId, { emailVerified: true });
    await adapter.deleteMany({ model: 'verification', where: [{ field: 'value', value: accountId }] });
  }

  const { getSession, getJwks, signJWT } = auth.api;
  const inTurn = createQueue(HASHING);
  const matchingHash = (accountId: string, password: string): Promise<string | undefined> =>
    orOutage(async () => {
      const { internalAdapter, password: hashes } = await auth.$context;
      const hash = (await internalAdapter.findCredentialAccount(accountId))?.password;
      if (!hash) return undefined;
      return (await inTurn(() => hashes.verify({ hash, password }))) ? hash : undefined;
    });
  return {
    api: {
      getSession: (headers: Headers) => orOutage(() => getSession({ headers })),
      getJwks: () => orOutage(() => getJwks()),
      signJWT: (payload: Record<string, unknown>) => orOutage(() => signJWT({ body: { payload } })),
    },
    handler: finishAnswers((request) => orOutage(() => auth.handler(request)), settings.passwordMin),
    /** For what hashes a password. */
    inTurn,
    /** Returns the stored hash when this is the account's password; undefined otherwise, and for one that has none. */
    matchingHash,
    /** Whether this is the password of an account that is signed in; false for one that has none. */
    isPassword: async (accountId: string, password: string) => (await matchingHash(accountId, password)) !== undefined,
    /** Returns the hash under which a new password is stored. */
    hashPassword: (password: string): Promise<string> =>
      orOutage(async () => {
        const { password: hashes } = await auth.$context;
        return inTurn(() => hashes.hash(password));
      }),
  };
}

/** The demo may be opened under any name of its own machine, and a popup must come back under the name it left. */
function addressOf({ origin, otherOrigins }: ProviderSettings) {
  if (!otherOrigins.includes(origin)) return origin;
  return { allowedHosts: otherOrigins.map((one) => new URL(one).host), protocol: 'http' as const, fallback: origin };
}

/** Deletes the other fields: the provider would believe some of them, such as a picture's address. */
function keepOnly(body: Record<string, unknown> | undefined, fields: readonly string[]): void {
  for (const name of Object.keys(body ?? {})) if (body && !fields.includes(name)) delete body[name];
}

function languageOfReader(request: Request | undefined) {
  return languageOf({ headers: Object.fromEntries(request?.headers ?? []) });
}

export type AuthProvider = ReturnType<typeof createAuthProvider>;

/** Carries the client's address to the provider, as our own server saw it. */
export const CLIENT_ADDRESS = 'x-dolna-client-address';
