const SCRIPTS = /<link rel="modulepreload"[^>]*>/g;

/**
 * Puts the head's own elements, styles among them, before React's preload links. Links of scripts go to the end of the body.
 * Browsers request files by priority and in document order, over HTTP/1.1 six at a time. The first paint waits for the
 * styles, the largest one for a picture, and none for a script.
 */
export function orderLinks(html: Buffer<ArrayBuffer>): Buffer<ArrayBuffer> {
  const preloads = html.indexOf('<link');
  // The head's own elements begin with the theme's script, which waits for no style there.
  const own = html.indexOf('<script');
  const end = html.indexOf('</head>');
  const bodyEnd = html.lastIndexOf('</body>');
  if (preloads === -1 || own < preloads || end < own) return html;
  const ordered = html.toString('utf8', own, end) + html.toString('utf8', preloads, own);
  const scripts = (ordered.match(SCRIPTS) ?? []).map((link) => link.replace(' ', ' fetchpriority="low" '));
  return Buffer.concat([
    html.subarray(0, preloads),
    Buffer.from(ordered.replaceAll(SCRIPTS, '')),
    html.subarray(end, bodyEnd),
    Buffer.from(scripts.join('')),
    html.subarray(bodyEnd),
  ]);
}
