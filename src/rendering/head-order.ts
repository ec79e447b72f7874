/**
 * Moves the head's own elements, styles among them, before React's preload links, and gives scripts a low priority. Browsers
 * request files by priority and in document order, over HTTP/1.1 six at a time. The first paint waits for the styles, the
 * largest one for a picture, and none for a script.
 */
export function orderHead(html: Buffer<ArrayBuffer>): Buffer<ArrayBuffer> {
  const preloads = html.indexOf('<link');
  // The head's own elements begin with the theme's script, which waits for no style there.
  const own = html.indexOf('<script');
  const end = html.indexOf('</head>');
  if (preloads === -1 || own < preloads || end < own) return html;
  const ordered = html.toString('utf8', own, end) + html.toString('utf8', preloads, own);
  return Buffer.concat([
    html.subarray(0, preloads),
    Buffer.from(ordered.replaceAll('rel="modulepreload"', 'rel="modulepreload" fetchpriority="low"')),
    html.subarray(end),
  ]);
}
