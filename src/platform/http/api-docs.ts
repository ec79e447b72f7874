import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest, type RouteOptions } from 'fastify';

/** The documentation page loads its own files only. */
const DOCS_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; style-src-attr 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/**
 * Serves the OpenAPI document at `/openapi.json` and its page at `/docs`, for all routes that are added later. A
 * server of its own makes the document at the first request, because its libraries take time and memory.
 */
export function serveApiDocs(app: FastifyInstance, productName: string): void {
  const routes: RouteOptions[] = [];
  let docs: Promise<FastifyInstance> | undefined;

  async function answer(request: FastifyRequest, reply: FastifyReply) {
    docs ??= openDocs(`${app.prefix}/docs`, routes, productName);
    const { statusCode, headers, rawPayload } = await (await docs).inject(request.url);
    const { connection: _, date: __, ...rest } = headers;
    return reply.code(statusCode).headers(rest).send(rawPayload);
  }

  for (const path of ['/openapi.json', '/docs', '/docs/*']) app.get(path, answer);
  app.addHook('onRoute', (route) => {
    if (route.method !== 'HEAD') routes.push(route);
  });
}

async function openDocs(routePrefix: string, routes: RouteOptions[], productName: string): Promise<FastifyInstance> {
  const [{ default: swagger }, { default: swaggerUi }, { jsonSchemaTransform }] = await Promise.all([
    import('@fastify/swagger'),
    import('@fastify/swagger-ui'),
    import('@fastify/type-provider-zod'),
  ]);
  const docs = Fastify({ exposeHeadRoutes: false });
  // The routes are described and never called.
  docs.setValidatorCompiler(() => () => true);
  docs.setSerializerCompiler(() => JSON.stringify);
  await docs.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: `${productName} API`,
        version: '1',
        description:
          'Errors are problem details (RFC 9457). Lists are keyset-paged: follow the Link header (RFC 8288).',
      },
      servers: [{ url: '/api' }],
      components: { securitySchemes: { accessToken: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } } },
    },
    stripBasePath: true,
    transform: jsonSchemaTransform,
  });
  await docs.register(swaggerUi, { routePrefix, staticCSP: DOCS_POLICY });
  for (const { method, url, schema } of routes)
    docs.route({ method, url, handler: async () => undefined, ...(schema ? { schema } : {}) });
  docs.get('/api/openapi.json', { schema: { hide: true } }, () => docs.swagger());
  await docs.ready();
  return docs;
}
