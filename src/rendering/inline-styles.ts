import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { HtmlResponse } from './html-response.ts';

const BUILT_FILES = join(import.meta.dirname, '..', '..', 'build', 'client');
const STYLES = /<link[^>]* rel="stylesheet" href="(\/assets\/[\w-]+\.css)#?"/g;

/**
 * Returns a page with copies of its style sheets, so that its first paint waits for no file. React hydrates the links, which
 * are disabled: browsers do not request them. Returns anything else as it is.
 */
export function inlineStyles(response: Response, nonce: string): Response {
  if (!('html' in response)) return response;
  const html = response.html as Buffer<ArrayBuffer>;
  const end = html.indexOf('</head>');
  const head = html.toString('utf8', 0, end);
  // Each copy stands before its link, so that the next page's styles keep their order.
  const styledHead = head.replaceAll(
    STYLES,
    (link, path: string) => `<style nonce="${nonce}">${readStyle(path)}</style>${link} disabled=""`,
  );
  return new HtmlResponse(Buffer.concat([Buffer.from(styledHead), html.subarray(end)]), response);
}

const stylesByPath = new Map<string, string>();

/** Returns a built style sheet. Its file does not change under its name. */
function readStyle(path: string): string {
  const css = stylesByPath.get(path) ?? readFileSync(join(BUILT_FILES, path), 'utf8');
  stylesByPath.set(path, css);
  return css;
}
