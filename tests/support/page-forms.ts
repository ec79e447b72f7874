import type { FastifyInstance } from 'fastify';
import { ORIGIN } from './test-store.ts';

type Fields = Record<string, string>;
/** Fields of which some have the same name. */
type FieldList = [name: string, value: string][];

/** Sends a form as a browser does whose page has no script, from an IP address. */
export function postForm(
  app: FastifyInstance,
  url: string,
  cookie: string,
  fields: Fields | FieldList,
  from = '127.0.0.1',
) {
  return app.inject({
    method: 'POST',
    url,
    remoteAddress: from,
    headers: { origin: ORIGIN, cookie, 'content-type': 'application/x-www-form-urlencoded' },
    payload: String(new URLSearchParams(fields)),
  });
}

/** Returns the hidden fields of the document's form that has a field of this name. */
export function hiddenFields(html: string, name: string): Fields {
  const form = html.match(/<form[\s\S]*?<\/form>/g)?.find((text) => text.includes(`name="${name}"`)) ?? '';
  const inputs = form.match(/<input[^>]*type="hidden"[^>]*>/g) ?? [];
  const attribute = (input: string, key: string) => input.match(new RegExp(`${key}="([^"]*)"`))?.[1] ?? '';
  return Object.fromEntries(inputs.map((input) => [attribute(input, 'name'), attribute(input, 'value')]));
}

/** Returns the role and the text of the result at the top of a page. */
export const noticeOf = (html: string) =>
  /<p class="notice alert alert-\w+" role="(status|alert)">([^<]*)</.exec(html)?.slice(1) ?? [];

/** A browser's cookies, each with its path. */
export function createCookieJar() {
  const kept = new Map<string, { pair: string; path: string }>();
  return {
    keep({ cookies }: { cookies: { name: string; value: string; path?: string }[] }): void {
      for (const { name, value, path = '/' } of cookies)
        kept.set(`${name};${path}`, { pair: `${name}=${encodeURIComponent(value)}`, path });
    },
    /** Returns the cookies that the browser sends to a URL (RFC 6265, 5.1.4), without those of some names. */
    cookiesFor(url: string, without = /^$/): string {
      const { pathname } = new URL(url, ORIGIN);
      const sent = [...kept.values()].filter(({ path }) => path === '/' || `${pathname}/`.startsWith(`${path}/`));
      return sent
        .map(({ pair }) => pair)
        .filter((pair) => !without.test(pair.split('=', 1)[0] ?? ''))
        .join('; ');
    },
  };
}
