/** What every page knows: who looks at it, in which language, and the store's public settings. */
export interface Visitor {
  id: string;
  name: string;
  email: string;
  /** null until somebody whose registration was cut off has chosen. */
  role: 'buyer' | 'seller' | 'admin' | null;
  verified: boolean;
  /** Whether they followed the link that was mailed to their address. */
  emailVerified: boolean;
}

/** What the store's owner has set, as far as pages show it or check by it. */
export interface Shop {
  /** Stands before amounts of money. */
  currencyLabel: { en: string; bn: string };
  /** ISO 4217, in capitals. */
  currency: string;
  /** The fixed badge of advertised things. */
  badgeText: { en: string; bn: string };
  /** How long a slide stays, in milliseconds. */
  carouselDelayMs: number;
  /** How many characters a new password has at least. */
  passwordMin: number;
  /** Who else is told of access tokens; empty for nobody. */
  tokenSyncUrl: string;
}

/** How long a client should wait before it asks a closed shop again, in seconds. */
export const CLOSED_RETRY_S = 600;

export type Theme = 'light' | 'dark' | 'system';

export interface PageFrame {
  user: Visitor | null;
  language: 'en' | 'bn';
  theme: Theme;
  productName: { en: string; bn: string };
  shop: Shop;
  /** The demo is marked on every page. */
  demo: boolean;
  /** The shop is closed: pages can be read, and nothing can be changed. */
  closed: boolean;
  /** The store's public address, without a slash at the end. */
  origin: string;
  googleSignIn: boolean;
  /** The id under which the server's log knows the request for this page. */
  requestId: string;
}
