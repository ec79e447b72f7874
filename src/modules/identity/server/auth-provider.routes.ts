import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Problem } from '#platform/contract/problem.ts';
import { email } from '#platform/contract/values.ts';
import { takeBytes, toWebRequest } from '#platform/http/web-request.ts';
import type { Attempts, EmailKind } from './attempts.ts';
import { type AuthProvider, CLIENT_ADDRESS } from './auth-provider.ts';
import { USER_AGENT_MAX_LENGTH } from './user-agent.ts';

const BASE = '/api/auth';

/**
 * The provider's calls that the store uses. The others are closed: some change accounts without our rules, some return the
 * session token to scripts.
 */
const OPEN_PATHS =
  /^\/api\/auth\/(sign-up\/email|sign-in\/(email|social)|sign-out|jwks|request-password-reset|reset-password|send-verification-email|verify-email|callback\/[\w-]+|oauth-popup\/[\w-]+|error|ok)$/;

/** Calls that hash a password; they wait in a queue. */
const HASHING_CALLS = /^\/(sign-in\/email|sign-up\/email|reset-password)$/;

/** The e-mail that a call sends. */
const SENT_EMAILS: Record<string, EmailKind> = {
  '/sign-up/email': 'confirm',
  '/send-verification-email': 'confirm',
  '/request-password-reset': 'reset',
};

/** Passes the open calls under `/auth` to the identity provider. */
export async function providerRoutes(
  app: FastifyInstance,
  { provider, attempts }: { provider: AuthProvider; attempts: Attempts | undefined },
): Promise<void> {
  takeBytes(app);
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
      webRequest.headers.set('user-agent', (request.headers['user-agent'] ?? '').slice(0, USER_AGENT_MAX_LENGTH));
      const call = pathname.slice(BASE.length);
      const named = request.method === 'POST' ? emailIn(request.body) : undefined;
      const isStranger =
        request.method === 'POST' &&
        call === '/send-verification-email' &&
        (!named || named !== (await emailOfSession(provider, request)));
      const sends = isStranger ? undefined : SENT_EMAILS[call];
      const reportAttempt = await attempts?.count(request, { path: call, email: named, sends });
      // Strangers must not send e-mails to any address. The reply is the same for each address.
      if (isStranger) return { status: true };
      const response = await (HASHING_CALLS.test(call)
        ? provider.queueHash(() => provider.handler(webRequest))
        : provider.handler(webRequest));
      await reportAttempt?.(response.ok);
      return reply.send(response);
    },
  });
}

/** Refuses HTML forms, which the provider would accept: attempts are counted by the e-mail in a JSON body. @throws Problem (415) */
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
