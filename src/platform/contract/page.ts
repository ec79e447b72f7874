import type { Role } from './roles.ts';

/** The signed-in person, as every page receives them. */
export interface CurrentUser {
  id: string;
  /** The subject of their access tokens. */
  accountId: string;
  name: string;
  email: string;
  /** Empty until a person with an incomplete registration has chosen buyer or seller. */
  roles: Role[];
  verified: boolean;
  emailVerified: boolean;
  /** The usual phone and pick-up point, with which forms begin; empty when the person has not said them. */
  phone: string;
  pickup: string;
}

/**
 * How many things of each kind wait for the signed-in person: the badges of the bottom bar and the menu. `all` is their
 * sum.
 */
export type Todo = Record<string, number>;

/** The owner's settings that pages show or validate with. */
export interface Shop {
  /** Prefix of amounts of money. */
  currencyLabel: { en: string; bn: string };
  /** ISO 4217, in capitals. */
  currency: string;
  /** Badge of advertised products. */
  badgeText: { en: string; bn: string };
  /** Whether visitors may open the pages of categories. */
  openCategories: boolean;
  /** Time that one slide of the carousel is shown. */
  carouselDelayMs: number;
  /** Least length of a new password, in characters. */
  passwordMin: number;
  /** URL that receives each new access token; empty for none. */
  tokenSyncUrl: string;
}

/** Retry-After of a store in maintenance mode. */
export const CLOSED_RETRY_S = 600;

export type Theme = 'light' | 'dark' | 'system';

/** Name of the cookie that hides the request to confirm the e-mail. */
export const VERIFY_DISMISSED_COOKIE = 'verify-banner-dismissed';

/** The data of the root's loader, which every page has. */
export interface RootData {
  user: CurrentUser | null;
  /** Null for visitors, and while it cannot be counted. */
  todo: Todo | null;
  /** The session could not be read: `user` is null, although the visitor may be signed in. */
  isUserUnknown: boolean;
  /** The document is cached for many users: `user` has only the roles, and a JSON element has the rest, with `todo`. */
  isShared: boolean;
  language: 'en' | 'bn';
  theme: Theme;
  productName: { en: string; bn: string };
  /** The operator of the store, and its address with its numbers; absent in the demo. */
  business?: { name: string; address: string } | undefined;
  shop: Shop;
  /** Demo mode: every page carries a mark. */
  demo: boolean;
  /** Maintenance mode: pages can be read, writes are refused. */
  closed: boolean;
  /** The store's public origin, without a trailing slash. */
  origin: string;
  googleSignIn: boolean;
  /** Id of this page's request in the server's log. */
  requestId: string;
  /** The request to confirm the e-mail is dismissed. Not in a shared document. */
  verifyDismissed?: boolean;
  /** The result of a form that was sent before the page's script had loaded. */
  notice?: { done: boolean; message?: string } | null;
}
