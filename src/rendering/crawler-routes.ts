import type { FastifyInstance, FastifyReply } from 'fastify';
import { estimateOnOffer, selectOnOfferByByte } from '#modules/catalogue/server/sitemap.store.ts';
import { Problem } from '#platform/contract/problem.ts';
import type { Database } from '#platform/database/database.ts';
import { PUBLIC_PAGES } from '#site/pages/public-pages.ts';

/** About how many things one part of the sitemap names, and what the protocol allows (https://www.sitemaps.org/protocol.html). */
export const SITEMAP_PART = 10_000;
const SITEMAP_PART_MAX = 50_000;
/** An id ends in one of these, as likely as in any other. */
const BYTES = 256;

/** How long whoever asked may keep it, in seconds. */
const HALF_AN_HOUR = 1800;

/** What is for people who are signed in, or for programs of our own. */
const SHUT = ['/api/', '/dashboard', '/search', '/products/', '/sellers/', '/login?'];

/** Tells search engines what there is to find: robots.txt, and a sitemap in parts. */
export function crawlerRoutes(app: FastifyInstance, { db, origin }: { db: Database; origin: string }): void {
  app.get('/robots.txt', (_request, reply) =>
    kept(reply, 'text/plain').send(
      ['User-agent: *', ...SHUT.map((path) => `Disallow: ${path}`), '', `Sitemap: ${origin}/sitemap.xml`, ''].join(
        '\n',
      ),
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

  app.get('/sitemap-pages.xml', (_request, reply) => sendAddresses(reply, PUBLIC_PAGES));

  app.get('/sitemap-items-:part.xml', async (request, reply) => {
    const part = readPart((request.params as { part: string }).part);
    if (!part) throw new Problem('missing', 'not-found', 'error.notFound');
    const ids = await selectOnOfferByByte(db, part.from, part.to, SITEMAP_PART_MAX);
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

interface Part {
  from: number;
  to: number;
}

/** `0-127`: the last bytes of a part's ids. An address that was told once stays right, however much there is by then. */
function readPart(typed: string): Part | undefined {
  const [, from, to] = /^(\d{1,3})-(\d{1,3})$/.exec(typed) ?? [];
  const part = { from: Number(from), to: Number(to) };
  return part.from < BYTES && part.to < BYTES ? part : undefined;
}

function partsOf(things: number): Part[] {
  const parts = Math.min(BYTES, Math.max(1, Math.ceil(things / SITEMAP_PART)));
  const startOf = (n: number) => Math.round((n * BYTES) / parts);
  return Array.from({ length: parts }, (_, n) => ({ from: startOf(n), to: startOf(n + 1) - 1 }));
}

function kept(reply: FastifyReply, type: string): FastifyReply {
  return reply.type(`${type}; charset=utf-8`).header('cache-control', `public, max-age=${HALF_AN_HOUR}`);
}

function sendXml(reply: FastifyReply, root: string, entries: readonly string[]): FastifyReply {
  const body = [`<${root} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">`, ...entries, `</${root}>`, ''];
  return kept(reply, 'application/xml').send(`<?xml version="1.0" encoding="UTF-8"?>\n${body.join('\n')}`);
}
