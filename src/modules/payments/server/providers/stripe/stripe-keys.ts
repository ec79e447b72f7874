export interface StripeKeys {
  secretKey: string;
  publishableKey: string;
  webhookSecret: string;
  /** Base URL of an API other than Stripe's own: the demo's gateway, or a fake in tests. */
  apiBase?: string | undefined;
  /** The browser script that draws the card form. */
  scriptURL: string;
  sandbox: boolean;
}
