import type { FastifyInstance } from 'fastify';
import { ORIGIN } from './test-store.ts';

type Fields = Record<string, string>;

/** Sends a form as a browser does whose page has no script. */
export function postForm(app: FastifyInstance, url: string, cookie: string, fields: Fields) {
  return app.inject({
    method: 'POST',
    url,
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
