import { createHash } from 'node:crypto';
import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { html, sandboxPage, setPageHeaders } from './sandbox-page.ts';

test.each([
  ['Pay from a wallet', 1],
  ['ওয়ালেট থেকে পেমেন্ট', 2],
])(
  'a page brings the font of Bangla where it has such text, and its policy allows its styles: %s',
  async (text, count) => {
    const page = { title: 'Wallet', notice: 'A stand-in', className: 'wallet', content: html`<p>${text}</p>` } as const;
    const app = Fastify();
    app.get('/', (_request, reply) => setPageHeaders(reply).send(sandboxPage(page)));
    const { body, headers } = await app.inject('/');
    const styles = [...body.matchAll(/<style>(.*?)<\/style>/gs)].map(([, style = '']) => style);
    expect(styles).toHaveLength(count);
    for (const style of styles)
      expect(headers['content-security-policy']).toContain(
        `'sha256-${createHash('sha256').update(style).digest('base64')}'`,
      );
    expect(body.includes('data:font/woff2')).toBe(count === 2);
    await app.close();
  },
);
