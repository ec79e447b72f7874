import { expect, test } from '@playwright/test';

test('a page asks for its styles before its fonts and scripts, and no script stands before its first paint', async ({
  request,
}) => {
  const [shown] = await (await request.get('/api/products/advertise')).json();
  for (const path of ['/', '/?lang=bn', '/login', `/items/${shown._id}`, '/nowhere']) {
    const html = await (await request.get(path)).text();
    const head = html.slice(0, html.indexOf('</head>'));
    // Order within the head: the first paint waits for styles alone, and a script among them would wait too.
    const links = [...head.matchAll(/<link[^>]* rel="(stylesheet|preload|modulepreload)"/g)].map(([, kind]) => kind);
    const styles = links.filter((kind) => kind === 'stylesheet').length;
    expect(styles, path).toBeGreaterThan(0);
    expect(links.slice(0, styles), path).toEqual(Array(styles).fill('stylesheet'));
    expect(links.indexOf('modulepreload'), path).toBeGreaterThan(links.lastIndexOf('preload'));
    expect(head.match(/<script[^>]* src=/g), path).toBeNull();
    expect(head.indexOf('<script'), path).toBeLessThan(head.indexOf('<link'));
    expect(head, path).toMatch(/^<!DOCTYPE html><html[^>]*><head><meta charSet="utf-8"\/>/);
  }
});
