import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Problem } from '#platform/contract/problem.ts';
import { email } from '#platform/contract/values.ts';
import { takeBytes, toWebRequest } from '#platform/http/web-request.ts';
import type { Attempts, EmailKind } from './attempts.ts';
import { type AuthProvider, CLIENT_ADDRESS } from './auth-provider.ts';
import { USER_AGENT_MAX_LENGTH } from './user-agent.ts';

const BASE = '/api/auth';

/**
 * The provider's calls that the store uses. Its others stay shut: among them are ones that change accounts without our
 * rules, and ones that hand the session's secret to scripts.
 */
const OPEN =
  /^\/api\/auth\/(sign-up\/email|sign-in\/(email|social)|sign-out|jwks|request-password-reset|reset-password|send-verification-email|verify-email|callback\/[\w-]+|oauth-popup\/[\w-]+|error|ok)$/;

/** What hashes a password, and waits for its turn to do so. */
const HASHES = /^\/(sign-in\/email|sign-up\/email|reset-password)$/;

/** The calls that send a letter. */
const LETTERS: Record<string, EmailKind> = {
  '/sign-up/email': 'confirm',
  '/send-verification-email': 'confirm',
  '/request-password-reset': 'reset',
};

/** Hands the open calls under `/auth` to the identity provider, as they came. */
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
      const asked = toWebRequest(request);
      const { pathname } = new URL(asked.url);
      if (!OPEN.test(pathname)) throw new Problem('missing', 'no-such-call', 'error.noSuchCall');
      mustBeJson(request);
      asked.headers.set(CLIENT_ADDRESS, request.ip);
      asked.headers.set('user-agent', (request.headers['user-agent'] ?? '').slice(0, USER_AGENT_MAX_LENGTH));
      const call = pathname.slice(BASE.length);
      const named = request.method === 'POST' ? emailIn(request.body) : undefined;
      const isStranger =
        request.method === 'POST' &&
        call === '/send-verification-email' &&
        (!named || named !== (await emailOfSession(provider, request)));
      const letter = isStranger ? undefined : LETTERS[call];
      const done = await attempts?.count(request, { path: call, email: named, letter });
      // The provider would send a letter to whoever a stranger names. The answer is the same for each address.
      if (isStranger) return { status: true };
      const answer = await (HASHES.test(call)
        ? provider.inTurn(() => provider.handler(asked))
        : provider.handler(asked));
      await done?.(answer.ok);
      return reply.send(answer);
    },
  });
}

/** Forms are refused, which the provider would take: attempts are counted by what is read in them, and that is JSON. */
function mustBeJson({ headers, body }: FastifyRequest): void {
  if (!Buffer.isBuffer(body) || body.length === 0) return;
  if (!/^application\/json\s*(;|$)/i.test(headers['content-type'] ?? ''))
    throw new Problem('unsupported', 'unsupported-media-type', 'error.mediaType');
}

/** Returns the e-mail that a body names; undefined when it is not read as JSON, or names none. */
function emailIn(body: unknown): string | undefined {
  if (!Buffer.isBuffer(body)) return undefined;
  try {
    // Decoded as the provider does it (Fetch, "UTF-8 decode"): nothing that it reads goes uncounted.
    return email.safeParse(JSON.parse(new TextDecoder().decode(body))?.email).data;
  } catch {
    return undefined;
  }
}

async function emailOfSession({ api }: AuthProvider, { headers }: FastifyRequest): Promise<string | undefined> {
  if (!headers.cookie) return undefined;
  return (await api.getSession(new Headers({ cookie: headers.cookie })))?.user.email;
}
