import { expect, test } from 'vitest';
import { findPage } from './server/prose-pages.ts';

const bodyOf = (slug: string, language: 'en' | 'bn', demo: boolean) =>
  JSON.stringify(findPage(slug, { language, demo })?.sections[0]?.body);

test.each(['terms', 'privacy'])('the page /%s says in the demo only that the store is one', (slug) => {
  for (const [language, word] of [
    ['en', 'a demo'],
    ['bn', 'ডেমো'],
  ] as const) {
    expect(bodyOf(slug, language, true)).toContain(word);
    expect(JSON.stringify(findPage(slug, { language, demo: false }))).not.toContain(word);
    expect(bodyOf(slug, language, false)).not.toBe('[]');
  }
});
