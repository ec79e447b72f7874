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

test.each(['terms', 'privacy'])('the page /%s names the business of a real store, and never promises to', (slug) => {
  const business = { name: 'Chhoto Haat Ltd', address: '7 Lake Road, Dhaka, DBID 12345' };
  for (const [language, promise] of [
    ['en', 'Before a real store opens'],
    ['bn', 'আসল দোকান খোলার আগে'],
  ] as const) {
    const shown = (store: object) =>
      JSON.stringify(findPage(slug, { language, demo: false, ...store })?.sections[0]?.body);
    expect(shown({ business })).toContain(`${business.name}, ${business.address}`);
    for (const store of [{ business }, {}]) expect(shown(store)).not.toContain(promise);
    expect(shown({})).toContain('](/contact)');
    expect(shown({ demo: true })).toContain(promise);
  }
});
