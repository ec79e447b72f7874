import { FOOTER_PAGES } from './footer-pages.ts';

/** Pages of text, all with the same component. */
export const PROSE_PAGES = Object.values(FOOTER_PAGES)
  .flat()
  .filter((page) => page !== 'about' && page !== 'contact');

/** The public paths in the sitemap, besides products. */
export const PUBLIC_PAGES = ['/', '/about', '/blog', '/contact', ...PROSE_PAGES.map((page) => `/${page}`)];
