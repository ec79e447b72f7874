export const FOOTER_PAGES = {
  marketing: ['selling', 'delivery', 'buying', 'advertisement'],
  company: ['about', 'contact', 'jobs', 'press'],
  legal: ['terms', 'privacy', 'cookies'],
} as const;
