/** Static pages of the footer, all with the same component. */
export const PROSE_PAGES = [
  'selling',
  'delivery',
  'buying',
  'advertisement',
  'jobs',
  'press',
  'terms',
  'privacy',
  'cookies',
];

/** The public paths in the sitemap, besides products. */
export const PUBLIC_PAGES = ['/', '/about', '/blog', '/contact', ...PROSE_PAGES.map((page) => `/${page}`)];
