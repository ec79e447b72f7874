import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { type Language, setPageHeaders } from '../sandbox-page.ts';
import { createOpenIdProvider, SESSION_COOKIE } from './openid-provider.ts';
import { errorPage, signInPage } from './sign-in-page.ts';

const CLIENT_ID = 'dolna-demo';

export interface OpenIdServerOptions {
  /** The public origins of the store; the first one belongs to the issuer. */
  origins: [string, ...string[]];
  path: string;
  clientSecret: string;
  cookieKey: string;
  languageOf(request: FastifyRequest): Language;
}

const emailAddress = z.string().trim().toLowerCase().max(254).pipe(z.email());

/**
 * Starts the demo's OpenID provider in place of Google. The store reaches it over loopback, browsers under the store's
 * own address. The provider itself is created by the first request. Returns the loopback address of its configuration,
 * the public authorization address, and a plugin with the endpoints for browsers.
 */
export async function startOpenIdServer(options: OpenIdServerOptions) {
  const { origins, path, clientSecret, cookieKey, languageOf } = options;
  const issuer = origins[0] + path;
  let creation: ReturnType<typeof createOpenIdProvider> | undefined;
  function provide() {
    creation ??= createOpenIdProvider({
      issuer,
      signInPath: `${path}/person`,
      client: {
        id: CLIENT_ID,
        secret: clientSecret,
        redirectUris: origins.map((origin) => `${origin}/api/auth/callback/google`),
      },
      cookieKey,
      errorPage: (message) => errorPage('en', message),
    });
    return creation;
  }
  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    await (await provide()).handle(request, response);
  }

  const server = createServer((request, response) => {
    handle(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;

  // The answer to the form redirects to the store at any of its origins. A policy cannot name IPv6 addresses.
  const formAction = `'self' ${origins.filter((origin) => !origin.includes('[')).join(' ')}`;
  function setHeaders(reply: FastifyReply): FastifyReply {
    // Google's pages do the same: the popup keeps its connection to the window that opened it.
    return setPageHeaders(reply, formAction).header('cross-origin-opener-policy', 'unsafe-none');
  }

  const plugin: FastifyPluginAsync = async (app) => {
    app.removeAllContentTypeParsers();
    // oidc-provider parses the bodies of its own endpoints.
    app.addContentTypeParser('*', (_request, _payload, done) => done(null));
    app.addHook('onRoute', (route) => {
      route.logLevel = 'silent';
      route.schema = { ...route.schema, hide: true } as typeof route.schema;
    });

    app.get<{ Params: { uid: string } }>('/person/:uid', (request, reply) =>
      setHeaders(reply).send(signInPage(languageOf(request), { action: `${path}/person/${request.params.uid}` })),
    );

    app.register(async (form) => {
      form.removeAllContentTypeParsers();
      form.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
        done(null, new URLSearchParams(String(body))),
      );
      form.post<{ Params: { uid: string }; Body: URLSearchParams }>('/person/:uid', async (request, reply) => {
        setHeaders(reply);
        const language = languageOf(request);
        const email = request.body.get('email')?.trim() ?? '';
        const name = request.body.get('name')?.trim() ?? '';
        const checked = emailAddress.safeParse(email);
        const isCancelled = request.body.has('cancel');
        if (!isCancelled && !checked.success) {
          const action = `${path}/person/${request.params.uid}`;
          return reply.code(400).send(signInPage(language, { action, email, name, isEmailInvalid: true }));
        }
        const { provider, addAccount } = await provide();
        const result =
          checked.success && !isCancelled
            ? {
                login: { accountId: addAccount({ email: checked.data, name: name || checked.data }), remember: false },
              }
            : { error: 'access_denied', error_description: 'The sign-in was cancelled.' };
        try {
          return reply.redirect(await provider.interactionResult(request.raw, reply.raw, result), 303);
        } catch {
          // The sign-in was started in another browser, or an hour ago.
          return reply.code(400).send(errorPage(language));
        }
      });
    });

    app.all('/*', async (request, reply) => {
      setHeaders(reply).removeHeader('content-type');
      reply.hijack();
      for (const [name, value] of Object.entries(reply.getHeaders())) if (value) reply.raw.setHeader(name, value);
      const { raw } = request;
      Object.assign(raw, { originalUrl: raw.url, url: raw.url?.slice(path.length) });
      raw.headers.cookie = withoutSession(raw.headers.cookie);
      await handle(raw, reply.raw);
    });
  };

  return {
    clientId: CLIENT_ID,
    discoveryUrl: `http://127.0.0.1:${port}/.well-known/openid-configuration`,
    authorizationUrl: `${issuer}/auth`,
    plugin,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Drops the provider's session, so that another person can sign in with the same browser. */
function withoutSession(cookies = ''): string {
  return cookies
    .split('; ')
    .filter((cookie) => !cookie.startsWith(SESSION_COOKIE))
    .join('; ');
}
