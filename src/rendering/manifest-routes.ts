import type { FastifyInstance } from 'fastify';
import type { Language } from '#i18n/messages.ts';
import { languageOf, translateIn } from '#platform/http/language.ts';
import { THEME_COLORS } from '#site/shell/theme-colors.ts';

const MANIFEST_TTL_S = 3600;

/** Serves the web app manifest (https://www.w3.org/TR/appmanifest/) in the language of the request. */
export function manifestRoutes(app: FastifyInstance, productName: Record<Language, string>): void {
  app.get('/manifest.webmanifest', (request, reply) => {
    const language = languageOf(request);
    const name = productName[language];
    return reply
      .type('application/manifest+json; charset=utf-8')
      .header('cache-control', `private, max-age=${MANIFEST_TTL_S}`)
      .send({
        id: '/',
        name,
        short_name: name,
        description: translateIn(language, 'footer.tagline', name),
        lang: language,
        start_url: '/',
        scope: '/',
        display: 'standalone',
        background_color: THEME_COLORS.light,
        theme_color: THEME_COLORS.light,
        icons: [
          { src: '/icons/app-192.png', sizes: '192x192', type: 'image/png' },
          { src: '/icons/app-512.png', sizes: '512x512', type: 'image/png' },
          { src: '/icons/app-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
          { src: '/favicon.svg', sizes: 'any', type: 'image/svg+xml' },
        ],
      });
  });
}
