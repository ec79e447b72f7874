import type { TestStore } from './test-store.ts';

/** A rendered page, as its server sends it. */
interface PageText {
  status: number;
  /** Target of a redirect. */
  location: string | undefined;
  html: string;
  /** Contents of `main`, or of the whole body of a page without it. */
  main: string;
  /** Visible text of `main`. */
  text: string;
  title: string;
  heading: string;
}

/** Opens a page as a visitor, or as the person of a session cookie. */
export async function openPage({ app }: TestStore, url: string, { cookie }: { cookie?: string } = {}) {
  const { statusCode, headers, body } = await app.inject({ url, headers: cookie ? { cookie } : {} });
  const html = body.replace(/<!--.*?-->/gs, '');
  const main = /<main[^>]*>(.*)<\/main>/s.exec(html)?.[1] ?? /<body[^>]*>(.*)<\/body>/s.exec(html)?.[1] ?? '';
  const page: PageText = {
    status: statusCode,
    location: headers.location,
    html,
    main,
    text: textOf(main),
    title: textOf(elements(html, 'title')[0] ?? ''),
    heading: textOf(elements(main, 'h1')[0] ?? ''),
  };
  return page;
}

/** Returns the visible text of a part of a page. */
export function textOf(html: string): string {
  return html
    .replace(/<(script|style|template)\b.*?<\/\1>/gs, ' ')
    .replace(/<\/?(b|i|s|small|span|a|code)\b[^>]*>/g, '')
    .replace(/<[^>]+>/g, ' ')
    .replace(/&(amp|lt|gt|quot|#x27);/g, (_, name: string) => ENTITIES[name] ?? '')
    .replace(/\s+/g, ' ')
    .trim();
}

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#x27': "'" };

/** Returns all elements of a kind that do not contain one of their own kind, such as `th` or `article`. */
export function elements(html: string, tag: string): string[] {
  return html.match(new RegExp(`<${tag}\\b[^>]*>.*?</${tag}>`, 'gs')) ?? [];
}

/** Returns the texts of all elements of a kind. */
export function textsOf(html: string, tag: string): string[] {
  return elements(html, tag).map(textOf);
}

/** Returns the one element of a kind whose source contains a text. */
export function elementWith(html: string, tag: string, text: string): string {
  const found = elements(html, tag).filter((element) => textOf(element).includes(text) || element.includes(text));
  if (found.length !== 1) throw new Error(`${found.length} elements ${tag} contain ${text}`);
  return found[0] ?? '';
}

/** Returns the text and the address of each link. */
export function linksOf(html: string): [text: string, href: string][] {
  return elements(html, 'a').map((link) => [textOf(link), /\bhref="([^"]*)"/.exec(link)?.[1] ?? '']);
}
