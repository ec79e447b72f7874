/**
 * Moves the head's own elements, styles among them, before React's preload links. Browsers request files in document order,
 * over HTTP/1.1 six at a time, and the first paint waits for the styles.
 */
export function stylesFirst(html: Buffer<ArrayBuffer>): Buffer<ArrayBuffer> {
  const preloads = html.indexOf('<link');
  // The head's own elements begin with the theme's script, which waits for no style there.
  const own = html.indexOf('<script');
  const end = html.indexOf('</head>');
  if (preloads === -1 || own < preloads || end < own) return html;
  return Buffer.concat([
    html.subarray(0, preloads),
    html.subarray(own, end),
    html.subarray(preloads, own),
    html.subarray(end),
  ]);
}
