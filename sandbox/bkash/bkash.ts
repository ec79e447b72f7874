import type { FastifyPluginAsync, FastifyRequest } from 'fastify';
import { bookPage } from '../book-page.ts';
import { setPageHeaders } from '../sandbox-page.ts';
import { takaOf } from '../stand-in-book.ts';
import { fieldsOf, prepareStandIn, StandInFaults } from '../stand-in-faults.ts';
import { openWalletBook, type WalletPayment } from './bkash-book.ts';
import { callbackOf, WALLET_CALLS, type WalletContext, type WalletKeys, WalletTokens } from './wallet-calls.ts';
import { WalletError } from './wallet-error.ts';
import { endedWalletPage, type Language, stepOf, walletPage } from './wallet-page.ts';
import { CODE, MISTAKES_MAX_COUNT, PIN, WALLETS } from './wallets.ts';

export interface BkashOptions extends WalletKeys {
  /** The SQLite file of the book, or `:memory:`. One process at a time. */
  file: string;
  /** The path under which browsers find the pages, on the origin of the store. */
  path: string;
  languageOf(request: FastifyRequest): Language;
  now?: () => number;
}

export interface Bkash {
  /** Can be mounted several times: all mounts share the book. */
  plugin: FastifyPluginAsync;
  faults: StandInFaults;
  close(): void;
}

/** The path of the calls, as in the address of bKash's own sandbox. */
export const BKASH_CALLS_PATH = '/v1.2.0-beta/tokenized/checkout';

/**
 * Creates a stand-in for bKash's checkout by URL, for the demo and for tests: the calls under `BKASH_CALLS_PATH`, the payer's
 * page, and a list of payments under `/`.
 */
export function createBkash(options: BkashOptions): Bkash {
  const { languageOf, path, now = Date.now } = options;
  const book = openWalletBook(options.file);
  const faults = new StandInFaults();
  const context: WalletContext = { book, keys: options, path, tokens: new WalletTokens(), now };

  function call(name: string, request: FastifyRequest): object {
    try {
      const body = textsOf(request.body);
      const headers = request.headers as Record<string, string>;
      if (name.startsWith('token/')) return context.tokens.grant(context, headers, body, name === 'token/refresh');
      if (headers['x-app-key'] !== options.appKey) throw new WalletError('2001');
      if (!context.tokens.isValid(headers.authorization ?? '', now())) throw new WalletError('2079');
      return WALLET_CALLS[name]?.(context, body) ?? {};
    } catch (error) {
      if (!(error instanceof WalletError)) throw error;
      return { statusCode: error.statusCode, statusMessage: error.message };
    }
  }

  return {
    faults,
    close: () => book.close(),
    plugin: async (app) => {
      prepareStandIn(app);
      faults.serve(app, options.appSecret);
      for (const name of ['token/grant', 'token/refresh', ...Object.keys(WALLET_CALLS)])
        app.post(`${BKASH_CALLS_PATH}/${name}`, (request, reply) =>
          faults.answer(name, reply, () => call(name, request)),
        );

      app.get<{ Params: { id: string } }>('/pay/:id', (request, reply) => {
        const payment = book.get('payment', request.params.id);
        setPageHeaders(reply.code(payment ? 200 : 404), "'self'");
        return reply.send(pageOf(languageOf(request), payment));
      });
      app.post<{ Params: { id: string } }>('/pay/:id', (request, reply) => {
        const payment = book.get('payment', request.params.id);
        const language = languageOf(request);
        setPageHeaders(reply.code(payment ? 200 : 404), "'self'");
        if (payment?.state !== 'open') return reply.send(pageOf(language, payment));
        const outcome = takeAnswer(payment, fieldsOf(request));
        book.put('payment', payment.paymentID, payment);
        if (outcome === 'wrong') return reply.send(walletPage(language, payment, true));
        // A redirect to the next step, too: a reload must not send the form again.
        const next = outcome === 'next' ? `${path}/pay/${payment.paymentID}` : callbackOf(payment, outcome);
        return reply.redirect(next, 303);
      });

      app.get('/', (_request, reply) => {
        const payments = book.latest('payment').map((payment) => ({
          ...{ Payment: payment.paymentID, Invoice: payment.merchantInvoiceNumber, Amount: takaOf(payment.poisha) },
          ...{ State: payment.state, Transaction: payment.trxID },
        }));
        const transfers = book.latest('transfer').map(({ trxID, kind, of, poisha, wallet }) => ({
          ...{ Transaction: trxID, Kind: kind, Of: of, Amount: takaOf(poisha), Wallet: wallet },
        }));
        setPageHeaders(reply).header('referrer-policy', 'no-referrer');
        return reply.send(bookPage('bKash stand-in', { Payments: payments, 'Refunds and payouts': transfers }));
      });
    },
  };
}

function pageOf(language: Language, payment: WalletPayment | undefined): string {
  if (payment?.state === 'open') return walletPage(language, payment, false);
  if (!payment) return endedWalletPage(language);
  return endedWalletPage(language, callbackOf(payment, payment.state === 'ended' ? 'failure' : 'success'));
}

/** Takes one answer of the payer. Returns the status of the callback, or that another answer is needed. */
function takeAnswer(
  payment: WalletPayment,
  fields: Record<string, string>,
): 'success' | 'failure' | 'cancel' | 'wrong' | 'next' {
  const given = fields.answer?.replace(/[\s-]/g, '') ?? '';
  const step = stepOf(payment);
  if (fields.cancel) {
    payment.state = 'ended';
    return 'cancel';
  }
  // A second tap on the form of an earlier step.
  if (fields.step !== step) return 'next';
  if (step === 'number' && WALLETS[given]) {
    payment.wallet = given;
    return 'next';
  }
  if (step === 'code' && given === CODE) {
    payment.isCodeGiven = true;
    return 'next';
  }
  if (step === 'pin' && given === PIN) {
    const isBlocked = WALLETS[payment.wallet] === 'blocked';
    payment.state = isBlocked ? 'ended' : 'confirmed';
    return isBlocked ? 'failure' : 'success';
  }
  payment.mistakes += 1;
  if (payment.mistakes < MISTAKES_MAX_COUNT) return 'wrong';
  payment.state = 'ended';
  return 'failure';
}

/** Returns the text fields of a JSON body. */
function textsOf(body: unknown): Record<string, string> {
  try {
    const parsed = Object(JSON.parse(String(body))) as Record<string, unknown>;
    const isText = (entry: [string, unknown]): entry is [string, string] => typeof entry[1] === 'string';
    return Object.fromEntries(Object.entries(parsed).filter(isText));
  } catch {
    return {};
  }
}
