import Fastify, { type FastifyInstance } from 'fastify';
import { BKASH_CALLS_PATH, createBkash } from '../../sandbox/bkash/bkash.ts';
import { createSslcommerz } from '../../sandbox/sslcommerz/sslcommerz.ts';
import { BkashMessages } from './bkash-messages.ts';

/** The keys of the store at the stand-in of bKash. */
export const BKASH = { appKey: 'app-key', appSecret: 'app-secret', username: 'merchant', password: 'bkash-password' };
/** The keys of the store at the stand-in of SSLCommerz. */
export const SSLCOMMERZ = { storeId: 'store-id', storePassword: 'store-password' };
/** The wallet that pays, and the one with too little money. */
export const WALLETS: Record<string, string> = {
  success: '01929918378',
  failed: '01823074817',
  blocked: '01823074818',
};

export type PageMethod = 'bkash' | 'sslcommerz';

/** How a browser comes back from a provider's page. */
export interface BrowserReturn {
  method: 'GET' | 'POST';
  /** Without the origin. */
  url: string;
  payload?: string;
  headers?: Record<string, string>;
  /** The number of the payment at the provider. */
  reference: string;
}

/** Called before a call of the store has its effect, and before the store gets the answer. */
export type OnCall = (name: string, moment: 'before' | 'after') => Promise<void> | void;

/** Returns a posted form. */
export function form(values: Record<string, string>) {
  return {
    payload: new URLSearchParams(values).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  };
}

/** Tells a listener about each call to an application, by the end of its path. */
export function reportCalls(app: FastifyInstance, onCall: OnCall): void {
  const nameOf = (url: string) => url.replace(/[?#].*/, '').replace(/.*\//, '');
  app.addHook('onRequest', async ({ url }) => onCall(nameOf(url), 'before'));
  app.addHook('onSend', async ({ url }) => onCall(nameOf(url), 'after'));
}

/**
 * Opens the stand-ins of bKash and SSLCommerz on ports of their own.
 * @param store returns the address at which messages reach the store
 */
export async function openStandIns(store: () => string, onCall: OnCall = () => undefined) {
  let bkashMessages: BkashMessages | undefined;
  const bkash = createBkash({
    ...{ ...BKASH, file: ':memory:', path: '/sandbox/bkash', languageOf: () => 'en' },
    onCapture: (payment) => bkashMessages?.publish(payment),
  });
  const sslcommerz = createSslcommerz({
    ...SSLCOMMERZ,
    file: ':memory:',
    path: '/sandbox/sslcommerz',
    languageOf: () => 'en',
    refundMs: 0,
    slowMs: 0,
    reach: (url) => store() + new URL(url).pathname,
  });
  const [wallet, gateway] = [Fastify(), Fastify()];
  for (const app of [wallet, gateway]) reportCalls(app, onCall);
  await wallet.register(bkash.plugin);
  await gateway.register(sslcommerz.plugin);
  const listen = { host: '127.0.0.1', port: 0 };
  const walletBase = (await wallet.listen(listen)) + BKASH_CALLS_PATH;
  const gatewayBase = await gateway.listen(listen);

  return {
    settings: {
      BKASH_BASE: walletBase,
      BKASH_APP_KEY: BKASH.appKey,
      BKASH_APP_SECRET: BKASH.appSecret,
      BKASH_USERNAME: BKASH.username,
      BKASH_PASSWORD: BKASH.password,
      SSLCOMMERZ_BASE: gatewayBase,
      SSLCOMMERZ_STORE_ID: SSLCOMMERZ.storeId,
      SSLCOMMERZ_STORE_PASSWORD: SSLCOMMERZ.storePassword,
    },
    keys: {
      bkash: { base: walletBase, ...BKASH, paysOut: false, sandbox: true },
      sslcommerz: { base: gatewayBase, ...SSLCOMMERZ, sandbox: true },
    },
    faults: { bkash: bkash.faults, sslcommerz: sslcommerz.faults },
    sslcommerz,

    /** bKash sends messages from now on. The store needs their topic. */
    sendBkashMessages(): BkashMessages {
      bkashMessages ??= new BkashMessages(store, bkash.faults);
      return bkashMessages;
    },

    /** The buyer pays on the provider's page. Returns how the browser comes back, which it has not done yet. */
    async payAt(method: PageMethod, redirectUrl: string, result = 'success'): Promise<BrowserReturn> {
      const url = new URL(redirectUrl).pathname.replace(`/sandbox/${method}`, '');
      if (method === 'bkash') {
        let location = '';
        for (const [step, answer] of Object.entries({ number: WALLETS[result] ?? '', code: '123456', pin: '12121' }))
          location = String((await wallet.inject({ method: 'POST', url, ...form({ step, answer }) })).headers.location);
        const { pathname, search, searchParams } = new URL(location);
        return { method: 'GET', url: pathname + search, reference: searchParams.get('paymentID') ?? '' };
      }
      const page = (await gateway.inject({ method: 'POST', url, ...form({ result, method: 'card' }) })).body;
      const fields = Object.fromEntries(
        [...page.matchAll(/name="(\w+)" value="([^"]*)"/g)].map(([, name, value]) => [name ?? '', value ?? '']),
      );
      const { tran_id: reference = '' } = fields;
      return { method: 'POST', url: '/api/payments/sslcommerz/return', ...form(fields), reference };
    },

    /** Reads the number of the transaction of the latest payment from the records of bKash. */
    async transactionOfLast() {
      const book = (await wallet.inject('/')).body;
      return /<td>completed<\/td><td>(\w{10})<\/td>/.exec(book)?.[1] ?? '';
    },

    /** Reads the number of a transfer from the records of bKash, as its merchant does. */
    async transferOf(number: string) {
      const book = (await wallet.inject('/')).body;
      return new RegExp(`<td>(\\w{10})</td><td>payout</td><td>${number}</td>`).exec(book)?.[1] ?? '';
    },

    /** Opens another session of SSLCommerz under a number of the store. Returns the address of its page. */
    async openSession(tran_id: string, bookingId: string, amount: string): Promise<string> {
      const back = 'http://localhost:3999/api/payments/sslcommerz';
      const urls = { success_url: `${back}/return`, fail_url: `${back}/return`, cancel_url: `${back}/return` };
      const address = { cus_add1: 'Pick-up', cus_city: 'Dhaka', cus_postcode: '1000', cus_country: 'Bangladesh' };
      const fields = {
        ...{ store_id: SSLCOMMERZ.storeId, store_passwd: SSLCOMMERZ.storePassword, currency: 'BDT' },
        ...{ tran_id, total_amount: amount, value_a: bookingId, ipn_url: `${back}/ipn`, ...urls, ...address },
        ...{ cus_name: 'Nusrat', cus_email: 'nusrat@example.com', cus_phone: '01712345678', shipping_method: 'NO' },
        ...{ product_name: 'Pram', product_category: 'second-hand', product_profile: 'general' },
      };
      const answer = await gateway.inject({ method: 'POST', url: '/gwprocess/v4/api.php', ...form(fields) });
      return answer.json<{ GatewayPageURL: string }>().GatewayPageURL;
    },

    async close() {
      await bkashMessages?.close();
      await Promise.all([wallet.close(), gateway.close()]);
      await sslcommerz.close();
      bkash.close();
    },
  };
}
