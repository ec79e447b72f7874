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

export type Theme = 'light' | 'dark' | 'system';

export interface PageFrame {
  user: Visitor | null;
  language: 'en' | 'bn';
  theme: Theme;
  productName: { en: string; bn: string };
  /** The demo is marked on every page. */
  demo: boolean;
  /** The store's public address, without a slash at the end. */
  origin: string;
  googleSignIn: boolean;
  /** The id under which the server's log knows the request for this page. */
  requestId: string;
}
