import type { FastifyInstance, FastifyReply } from 'fastify';
import type pg from 'pg';
import { selectSitemapPart, selectSitemapParts } from '#modules/catalogue/server/sitemap.store.ts';
import { Problem } from '#platform/contract/problem.ts';
import { id } from '#platform/contract/values.ts';
import { keepFor } from '#platform/server/kept.ts';
import { PUBLIC_PAGES } from './site/pages/public-pages.ts';

/** How many things one part of the sitemap names; the protocol allows 50,000 (https://www.sitemaps.org/protocol.html). */
export const SITEMAP_PART = 10_000;

/** How long the sitemap is kept here, and then by whoever asked, in seconds: together no more than an hour. */
const HALF_AN_HOUR = 1800;

/** What is for people who are signed in, or for programs of our own. */
const SHUT = ['/api/', '/dashboard', '/search', '/products/', '/sellers/', '/login?'];

/** Tells search engines what there is to find: robots.txt, and a sitemap in parts. */
export function crawlerRoutes(app: FastifyInstance, { pool, origin }: { pool: pg.Pool; origin: string }): void {
  const keep = keepFor<string[]>(HALF_AN_HOUR * 1000);

  app.get('/robots.txt', (_request, reply) =>
    kept(reply, 'text/plain').send(
      ['User-agent: *', ...SHUT.map((path) => `Disallow: ${path}`), '', `Sitemap: ${origin}/sitemap.xml`, ''].join(
        '\n',
      ),
    ),
  );

  app.get('/sitemap.xml', async (_request, reply) => {
    const parts = await keep('parts', () => selectSitemapParts(pool, SITEMAP_PART));
    const names = ['sitemap-pages', ...parts.map((first) => `sitemap-items-${first}`)];
    return sendXml(
      reply,
      'sitemapindex',
      names.map((name) => `<sitemap><loc>${origin}/${name}.xml</loc></sitemap>`),
    );
  });

  app.get('/sitemap-pages.xml', (_request, reply) => sendAddresses(reply, PUBLIC_PAGES));

  app.get('/sitemap-items-:first.xml', async (request, reply) => {
    const { data: first } = id.safeParse((request.params as { first: string }).first);
    const ids = first ? await selectSitemapPart(pool, first, SITEMAP_PART) : [];
    if (ids.length === 0) throw new Problem('missing', 'not-found', 'error.notFound');
    return sendAddresses(
      reply,
      ids.map((one) => `/items/${one}`),
    );
  });

  function sendAddresses(reply: FastifyReply, paths: readonly string[]) {
    return sendXml(
      reply,
      'urlset',
      paths.map((path) => `<url><loc>${origin}${path}</loc></url>`),
    );
  }
}

function kept(reply: FastifyReply, type: string): FastifyReply {
  return reply.type(`${type}; charset=utf-8`).header('cache-control', `public, max-age=${HALF_AN_HOUR}`);
}

function sendXml(reply: FastifyReply, root: string, entries: readonly string[]): FastifyReply {
  const body = [`<${root} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">`, ...entries, `</${root}>`, ''];
  return kept(reply, 'application/xml').send(`<?xml version="1.0" encoding="UTF-8"?>\n${body.join('\n')}`);
}
