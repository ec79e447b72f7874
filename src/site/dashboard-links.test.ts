import { expect, test } from 'vitest';
import { type PageRole, roleOfPage } from '#modules/identity/rules.ts';
import { returnPageName } from '#modules/identity/web/return-page.ts';
import { LINKS_OF } from './dashboard-links.ts';

const pages = (Object.keys(LINKS_OF) as PageRole[]).flatMap((role) => LINKS_OF[role].map(({ to }) => ({ role, to })));

test('a page in one menu alone is for that role alone, and one in several menus for whoever is signed in', () => {
  for (const { role, to } of pages) {
    const shared = pages.filter((page) => page.to === to).length > 1;
    expect(roleOfPage(to), to).toBe(shared ? undefined : role);
  }
});

test('every page of a menu has a name of its own at the login page', () => {
  for (const { to } of pages) expect(returnPageName(to), to).not.toBe('nav.dashboard');
});
