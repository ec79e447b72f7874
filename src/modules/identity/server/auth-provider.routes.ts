import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { message } from '#platform/contract/message-reference.ts';
import { VERIFY_DISMISSED_COOKIE } from '#platform/contract/page.ts';
import { Problem } from '#platform/contract/problem.ts';
import { readCookie } from '#platform/contract/request-cookie.ts';
import { email } from '#platform/contract/values.ts';
import { languageOf, translateIn } from '#platform/http/language.ts';
import { acceptBytes, toWebRequest } from '#platform/http/web-request.ts';
import type { Attempts, EmailKind } from './attempts.ts';
import { type AuthProvider, CLIENT_ADDRESS } from './auth-provider.ts';
import { USER_AGENT_MAX_CHARS } from './user-agent.ts';

const BASE = '/api/auth';

/** The provider's open calls. Others change accounts without our rules, or return the session token to scripts. */
const OPEN_PATHS =
  /^\/api\/auth\/(sign-up\/email|sign-in\/(email|social)|sign-out|jwks|request-password-reset|reset-password|send-verification-email|verify-email|callback\/[\w-]+|oauth-popup\/[\w-]+|error|ok)$/;

/** Calls that hash a password; they wait in a queue. */
const HASHING_CALLS = /^\/(sign-in\/email|sign-up\/email|reset-password)$/;

const SENT_EMAILS: Record<string, EmailKind> = {
  '/sign-up/email': 'confirm',
  '/send-verification-email': 'confirm',
  '/request-password-reset': 'reset',
};

/** Minimum duration of a reset request, so that its duration does not reveal whether an account exists. */
const RESET_MIN_DURATION_MS = 400;

/** Message keys of the provider's refusals, by its stable codes. Its English messages are used unchanged. */
const REFUSALS: Record<string, string> = {
  INVALID_EMAIL_OR_PASSWORD: 'provider.wrongCredentials',
  INVALID_EMAIL: 'error.emailShape',
  USER_ALREADY_EXISTS: 'provider.userExists',
  USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL: 'provider.userExists',
  PASSWORD_TOO_LONG: 'error.passwordMax',
  PASSWORD_COMMON: 'error.passwordCommon',
  INVALID_TOKEN: 'reset.expired',
  TOKEN_EXPIRED: 'reset.expired',
  EMAIL_ALREADY_VERIFIED: 'provider.alreadyVerified',
  SESSION_EXPIRED: 'error.signInFirst',
};

interface ProviderRouteDeps {
  provider: AuthProvider;
  /** Absent in tests: attempts are not limited. */
  attempts: Attempts | undefined;
  passwordMin: number;
}

/** Passes the open calls under `/auth` to the identity provider. */
export async function providerRoutes(
  app: FastifyInstance,
  { provider, attempts, passwordMin }: ProviderRouteDeps,
): Promise<void> {
  const refusals = { ...REFUSALS, PASSWORD_TOO_SHORT: message('error.passwordMin', { n: passwordMin }) };
  acceptBytes(app);
  app.route({
    method: ['GET', 'POST'],
    url: '/auth/*',
    exposeHeadRoute: false,
    // The provider checks each of its own calls.
    config: { access: 'anyone' },
    schema: { hide: true },
    handler: async (request, reply) => {
      const webRequest = toWebRequest(request);
      const { pathname } = new URL(webRequest.url);
      if (!OPEN_PATHS.test(pathname)) throw new Problem('missing', 'no-such-call', 'error.noSuchCall');
      assertJson(request);
      webRequest.headers.set(CLIENT_ADDRESS, request.ip);
      webRequest.headers.set('user-agent', (request.headers['user-agent'] ?? '').slice(0, USER_AGENT_MAX_CHARS));
      const call = pathname.slice(BASE.length);
      const namedEmail = request.method === 'POST' ? emailIn(request.body) : undefined;
      const isOtherPerson =
        request.method === 'POST' &&
        call === '/send-verification-email' &&
        (!namedEmail || namedEmail !== (await emailOfSession(provider, request)));
      const sends = isOtherPerson ? undefined : SENT_EMAILS[call];
      const reportAttempt = await attempts?.count(request, { path: call, email: namedEmail, sends });
      // Only the owner's session may request this e-mail. The reply is the same for each address.
      if (isOtherPerson) return { status: true };
      const delay = call === '/request-password-reset' ? wait(RESET_MIN_DURATION_MS) : undefined;
      const response = await (HASHING_CALLS.test(call)
        ? provider.queueHash(() => provider.handler(webRequest))
        : provider.handler(webRequest));
      await reportAttempt?.(response.ok);
      await delay;
      const wasDismissed = readCookie(request, VERIFY_DISMISSED_COOKIE) !== undefined;
      return reply.send(await presentReply(response, { call, language: languageOf(request), refusals, wasDismissed }));
    },
  });
}

/**
 * Refuses HTML forms, which the provider would accept: attempts are counted by the e-mail in a JSON body.
 * @throws Problem (415)
 */
function assertJson({ headers, body }: FastifyRequest): void {
  if (!Buffer.isBuffer(body) || body.length === 0) return;
  if (!/^application\/json\s*(;|$)/i.test(headers['content-type'] ?? ''))
    throw new Problem('unsupported', 'unsupported-media-type', 'error.mediaType');
}

/** Returns the e-mail that a body names; undefined when it is not read as JSON, or names none. */
function emailIn(body: unknown): string | undefined {
  if (!Buffer.isBuffer(body)) return undefined;
  try {
    // The same decoding as the provider's (Fetch, "UTF-8 decode"), so that every guess it accepts is counted.
    return email.safeParse(JSON.parse(new TextDecoder().decode(body))?.email).data;
  } catch {
    return undefined;
  }
}

async function emailOfSession({ api }: AuthProvider, { headers }: FastifyRequest): Promise<string | undefined> {
  if (!headers.cookie) return undefined;
  return (await api.getSession(new Headers({ cookie: headers.cookie })))?.user.email;
}

/**
 * The session token as a JSON field, in a reply or in the page that ends a popup. Inside a text its quotes would be
 * escaped.
 */
const SESSION_TOKEN = /"token":"[^"]*"/g;

/** Removes the session token from a reply, translates a refusal, and keeps the popup of a sign-in connected. */
async function presentReply(
  response: Response,
  given: { call: string; language: 'en' | 'bn'; refusals: Record<string, string>; wasDismissed: boolean },
): Promise<Response> {
  const { call, language, refusals, wasDismissed } = given;
  const { status, statusText } = response;
  const headers = new Headers(response.headers);
  // Google's pages have no opener policy. With ours on the next page, the browser would separate the popup from its
  // opener (HTML, "cross-origin opener policies"). The result would be lost.
  if (/^\/(callback\/|oauth-popup\/start$)/.test(call)) headers.set('cross-origin-opener-policy', 'unsafe-none');
  // Shows the verify notice again to the next user of this browser. The last session may have ended elsewhere.
  if (call === '/sign-out' || (wasDismissed && /^\/(sign-(in|up)|callback)\//.test(call)))
    headers.append('set-cookie', `${VERIFY_DISMISSED_COOKIE}=; Path=/; Max-Age=0; SameSite=Lax`);
  const type = headers.get('content-type') ?? '';
  if (!/\b(json|html)\b/.test(type)) return new Response(response.body, { status, statusText, headers });
  headers.delete('content-length');
  // The token belongs into the httpOnly cookie, which scripts cannot read.
  const body = (await response.text()).replace(SESSION_TOKEN, '"token":null');
  const isRefusal = status >= 400 && language !== 'en' && type.includes('json');
  return new Response(isRefusal ? translateRefusal(body, language, refusals) : body, { status, statusText, headers });
}

function translateRefusal(body: string, language: 'en' | 'bn', refusals: Record<string, string>): string {
  const refusal = JSON.parse(body || 'null') as { code?: string } | null;
  const key = refusals[refusal?.code ?? ''];
  return key ? JSON.stringify({ ...refusal, message: translateIn(language, key, '') }) : body;
}
