/** Prose behind the footer's links, all on one screen. */
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

/** What search engines are led to besides the things on offer. */
export const PUBLIC_PAGES = ['/', '/about', '/blog', '/contact', ...PROSE_PAGES.map((page) => `/${page}`)];
