import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { GoogleSettings } from '#modules/identity/server/google.ts';
import { email } from '#platform/contract/values.ts';
import { languageOf, translateIn } from '#platform/http/language.ts';
import { loadOrCreateSecret } from '#platform/operations/secrets.ts';
import { createOpenIdProvider, SESSION_COOKIE } from './openid-provider.ts';
import { faultPage, OPENID_CSS, personPage } from './person-page.ts';

const PATH = '/sandbox/openid';
const CLIENT_ID = 'dolna-demo';

export interface OpenIdSandbox {
  google: GoogleSettings;
  /** For browsers; it belongs at `/sandbox/openid`. */
  plugin: FastifyPluginAsync;
  close(): Promise<void>;
}

/**
 * The demo's stand-in for Google: an OpenID provider of its own where one types who one is. Our server reaches it over
 * loopback, as it would reach Google; browsers reach it under the store's own address.
 */
export async function startOpenIdSandbox(
  dataDir: string,
  store: { origin: string; otherOrigins: string[] },
): Promise<OpenIdSandbox> {
  const origins = [...new Set([store.origin, ...store.otherOrigins])];
  const clientSecret = loadOrCreateSecret(dataDir, 'sandbox-openid-client');
  const { provider, people } = await createOpenIdProvider({
    issuer: store.origin + PATH,
    client: {
      id: CLIENT_ID,
      secret: clientSecret,
      redirectUris: origins.map((origin) => `${origin}/api/auth/callback/google`),
    },
    cookieKey: loadOrCreateSecret(dataDir, 'sandbox-openid-cookies'),
    errorPage: (message) => faultPage('en', message),
  });
  const answer = provider.callback();
  const server = createServer(answer);
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const policy = [
    "default-src 'none'",
    "style-src 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    // The form's answer leads on to the store, under whichever name it was opened. A policy has no words for IPv6.
    `form-action 'self' ${origins.filter((origin) => !origin.includes('[')).join(' ')}`,
  ].join('; ');

  function dress(reply: FastifyReply): FastifyReply {
    // As Google's pages, so that the popup stays in touch with the window that opened it.
    reply.header('cross-origin-opener-policy', 'unsafe-none');
    reply.header('content-security-policy', policy);
    return reply.header('cache-control', 'no-store');
  }

  const plugin: FastifyPluginAsync = async (app) => {
    app.removeAllContentTypeParsers();
    // The provider reads its own bodies; ours is the form below.
    app.addContentTypeParser('*', (_request, _payload, done) => done(null));
    app.addHook('onRoute', (route) => {
      route.logLevel = 'silent';
      route.schema = { ...route.schema, hide: true } as typeof route.schema;
    });
    app.get('/openid.css', (_request, reply) => reply.type('text/css; charset=utf-8').send(OPENID_CSS));

    app.get<{ Params: { uid: string } }>('/person/:uid', (request, reply) => {
      dress(reply).type('text/html; charset=utf-8');
      return reply.send(personPage(languageOf(request), request.params.uid, { email: '', name: '' }));
    });

    app.register(async (form) => {
      form.removeAllContentTypeParsers();
      form.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
        done(null, new URLSearchParams(String(body))),
      );
      form.post<{ Params: { uid: string }; Body: URLSearchParams }>('/person/:uid', async (request, reply) => {
        dress(reply);
        const given = { email: request.body.get('email')?.trim() ?? '', name: request.body.get('name')?.trim() ?? '' };
        const checked = email.pipe(z.email()).safeParse(given.email);
        const cancelled = request.body.has('cancel');
        if (!cancelled && !checked.success)
          return reply
            .code(400)
            .type('text/html; charset=utf-8')
            .send(personPage(languageOf(request), request.params.uid, { ...given, fault: 'error.emailShape' }));
        const result =
          checked.success && !cancelled
            ? {
                login: {
                  accountId: people.note({ email: checked.data, name: given.name || checked.data }),
                  remember: false,
                },
              }
            : { error: 'access_denied', error_description: 'The person went back.' };
        try {
          return reply.redirect(await provider.interactionResult(request.raw, reply.raw, result), 303);
        } catch {
          // Started in another browser, or an hour ago.
          return reply
            .code(400)
            .type('text/html; charset=utf-8')
            .send(faultPage(languageOf(request), translateIn(languageOf(request), 'standIn.over', '')));
        }
      });
    });

    app.all('/*', (request: FastifyRequest, reply) => {
      dress(reply);
      reply.hijack();
      for (const [name, value] of Object.entries(reply.getHeaders())) if (value) reply.raw.setHeader(name, value);
      const { raw } = request;
      Object.assign(raw, { originalUrl: raw.url, url: raw.url?.slice(PATH.length) });
      raw.headers.cookie = withoutSession(raw.headers.cookie);
      answer(raw, reply.raw);
    });
  };

  return {
    google: {
      clientId: CLIENT_ID,
      clientSecret,
      standIn: {
        discoveryUrl: `http://127.0.0.1:${port}/.well-known/openid-configuration`,
        authorizationUrl: `${store.origin}${PATH}/auth`,
      },
    },
    plugin,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** It forgets who signed in last, so that the next person in this browser can be somebody else without signing out. */
function withoutSession(cookies = ''): string {
  return cookies
    .split('; ')
    .filter((cookie) => !cookie.startsWith(SESSION_COOKIE))
    .join('; ');
}
