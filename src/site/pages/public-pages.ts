/** The pages of the footer, by column. */
export const FOOTER_PAGES = {
  marketing: ['selling', 'delivery', 'buying', 'advertisement'],
  company: ['about', 'contact', 'jobs', 'press'],
  legal: ['terms', 'privacy', 'cookies'],
} as const;

/** Pages of text, all with the same component. */
export const PROSE_PAGES = Object.values(FOOTER_PAGES)
  .flat()
  .filter((page) => page !== 'about' && page !== 'contact');

/** The public paths in the sitemap, besides products. */
export const PUBLIC_PAGES = ['/', '/about', '/blog', '/contact', ...PROSE_PAGES.map((page) => `/${page}`)];
