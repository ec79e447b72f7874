import type { FastifyInstance, FastifyReply } from 'fastify';
import { estimateOnOffer, selectOnOfferByByte } from '#modules/catalogue/server/offers.store.ts';
import { Problem } from '#platform/contract/problem.ts';
import type { Database } from '#platform/database/database.ts';
import { PUBLIC_PAGES } from '#site/pages/public-pages.ts';

/**
 * The approximate number of URLs in a part of the sitemap, and the protocol's maximum
 * (https://www.sitemaps.org/protocol.html).
 */
export const SITEMAP_PART_URLS_COUNT = 10_000;
const SITEMAP_PART_MAX_URLS = 50_000;
/** Ids are spread evenly over the values of their last byte. */
const BYTE_VALUES_COUNT = 256;

/** Clients may cache the files for this long. */
const CRAWLER_CACHE_S = 1800;

/** Paths that search engines should not index: personal pages, lists of many forms, and calls. */
const DISALLOWED_PATHS = ['/api/', '/dashboard', '/search', '/products/', '/sellers/', '/login?'];

/** Serves robots.txt, and the sitemap in parts. */
export function crawlerRoutes(app: FastifyInstance, { db, origin }: { db: Database; origin: string }): void {
  app.get('/robots.txt', (_request, reply) =>
    setCacheHeaders(reply, 'text/plain').send(
      [
        'User-agent: *',
        ...DISALLOWED_PATHS.map((path) => `Disallow: ${path}`),
        '',
        `Sitemap: ${origin}/sitemap.xml`,
        '',
      ].join('\n'),
    ),
  );

  app.get('/sitemap.xml', async (_request, reply) => {
    const parts = partsOf(await estimateOnOffer(db));
    const names = ['sitemap-pages', ...parts.map(({ from, to }) => `sitemap-items-${from}-${to}`)];
    return sendXml(
      reply,
      'sitemapindex',
      names.map((name) => `<sitemap><loc>${origin}/${name}.xml</loc></sitemap>`),
    );
  });

  app.get('/sitemap-pages.xml', (_request, reply) => sendUrlSet(reply, PUBLIC_PAGES));

  app.get('/sitemap-items-:part.xml', async (request, reply) => {
    const part = readPart((request.params as { part: string }).part);
    if (!part) throw new Problem('missing', 'not-found', 'error.notFound');
    const ids = await selectOnOfferByByte(db, part.from, part.to, SITEMAP_PART_MAX_URLS);
    return sendUrlSet(
      reply,
      ids.map((id) => `/items/${id}`),
    );
  });

  function sendUrlSet(reply: FastifyReply, paths: readonly string[]) {
    return sendXml(
      reply,
      'urlset',
      paths.map((path) => `<url><loc>${origin}${path}</loc></url>`),
    );
  }
}

interface Part {
  from: number;
  to: number;
}

/**
 * Parses a part's name, a range of the ids' last byte: `0-127`. A known URL of a part stays valid as the catalogue
 * grows.
 */
function readPart(name: string): Part | undefined {
  const [, from, to] = /^(\d{1,3})-(\d{1,3})$/.exec(name) ?? [];
  const part = { from: Number(from), to: Number(to) };
  return part.from < BYTE_VALUES_COUNT && part.to < BYTE_VALUES_COUNT ? part : undefined;
}

function partsOf(products: number): Part[] {
  const parts = Math.min(BYTE_VALUES_COUNT, Math.max(1, Math.ceil(products / SITEMAP_PART_URLS_COUNT)));
  const startOf = (n: number) => Math.round((n * BYTE_VALUES_COUNT) / parts);
  return Array.from({ length: parts }, (_, n) => ({ from: startOf(n), to: startOf(n + 1) - 1 }));
}

function setCacheHeaders(reply: FastifyReply, type: string): FastifyReply {
  return reply.type(`${type}; charset=utf-8`).header('cache-control', `public, max-age=${CRAWLER_CACHE_S}`);
}

function sendXml(reply: FastifyReply, root: string, entries: readonly string[]): FastifyReply {
  const body = [`<${root} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">`, ...entries, `</${root}>`, ''];
  return setCacheHeaders(reply, 'application/xml').send(`<?xml version="1.0" encoding="UTF-8"?>\n${body.join('\n')}`);
}
