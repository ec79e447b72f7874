import type { PageFrame } from '#platform/contract/page.ts';

/** The frame of a page that a visitor of a store in production sees. */
export const VISITORS_FRAME: PageFrame = {
  user: null,
  todo: null,
  isUserUnknown: false,
  isShared: false,
  language: 'en',
  theme: 'system',
  productName: { en: 'Dolna', bn: 'দোলনা' },
  shop: {
    currencyLabel: { en: 'Tk', bn: '৳' },
    currency: 'BDT',
    badgeText: { en: '50% OFF', bn: '৫০% ছাড়' },
    carouselDelayMs: 2500,
    passwordMin: 6,
    openCategories: false,
    tokenSyncUrl: '',
  },
  demo: false,
  closed: false,
  origin: 'http://localhost:3999',
  googleSignIn: false,
  requestId: 'page-1',
};
