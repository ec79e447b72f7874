import type { FastifyInstance, FastifyRequest } from 'fastify';
import { RecordStore, takaOf } from '../record-store.ts';
import { sendRecordsPage } from '../records-page.ts';
import { type Html, html, type Language, sandboxPage, setPageHeaders } from '../sandbox-page.ts';
import { type Fields, fieldsOf, prepareStandIn } from '../stand-in.ts';
import { StandInFaults } from '../stand-in-faults.ts';
import type { WalletPayment, WalletRecords } from './bkash-records.ts';
import {
  BALANCE_CALL,
  type CallbackStatus,
  callbackOf,
  readBalance,
  WALLET_CALLS,
  type WalletContext,
  WalletError,
  type WalletOptions,
  WalletTokens,
} from './wallet-calls.ts';
import texts from './wallet-texts.json' with { type: 'json' };
import { CODE, MISTAKES_MAX_COUNT, PIN, WALLETS } from './wallets.ts';

export type Bkash = ReturnType<typeof createBkash>;

/** The path of the calls, as in the address of bKash's own sandbox. */
export const BKASH_CALLS_PATH = '/v1.2.0-beta/tokenized/checkout';

/**
 * Creates a stand-in for bKash's checkout by URL, for the demo and for tests. It serves the calls under
 * `BKASH_CALLS_PATH`, the payer's page, and a list of payments under `/`. All mounts of its plugin share the records.
 */
export function createBkash(options: WalletOptions) {
  const { languageOf, path, appKey } = options;
  const records: WalletRecords = new RecordStore(options.file, ['trxID', 'merchantInvoiceNumber', 'of']);
  const faults = new StandInFaults();
  const context: WalletContext = { now: Date.now, ...options, records, faults, tokens: new WalletTokens() };

  function call(name: string, request: FastifyRequest): object {
    try {
      const body = textsOf(request.body);
      const headers = request.headers as Fields;
      if (name.startsWith('token/')) return context.tokens.grant(context, headers, body, name === 'token/refresh');
      if (headers['x-app-key'] !== appKey) throw new WalletError('2001');
      if (!context.tokens.isValid(headers.authorization ?? '', context.now())) throw new WalletError('2079');
      if (name === BALANCE_CALL) return readBalance(context);
      return WALLET_CALLS[name]?.(context, body) ?? {};
    } catch (error) {
      if (!(error instanceof WalletError)) throw error;
      return { statusCode: error.statusCode, statusMessage: error.message };
    }
  }

  return {
    faults,
    close: () => records.close(),
    plugin: async (app: FastifyInstance) => {
      prepareStandIn(app);
      faults.serve(app, options.appSecret);
      for (const name of ['token/grant', 'token/refresh', ...Object.keys(WALLET_CALLS)])
        app.post(`${BKASH_CALLS_PATH}/${name}`, (request, reply) =>
          faults.answer(name, reply, () => call(name, request)),
        );
      app.get(`${BKASH_CALLS_PATH}/${BALANCE_CALL}`, (request, reply) =>
        faults.answer(BALANCE_CALL, reply, () => call(BALANCE_CALL, request)),
      );

      app.route<{ Params: { id: string } }>({
        method: ['GET', 'POST'],
        url: '/pay/:id',
        handler(request, reply) {
          const payment = records.get('payment', request.params.id);
          const language = languageOf(request);
          setPageHeaders(reply.code(payment ? 200 : 404), "'self'");
          if (!payment) return reply.send(endedWalletPage(language));
          const end = payment.state === 'ended' ? 'failure' : 'success';
          if (payment.state !== 'open') return reply.send(endedWalletPage(language, callbackOf(payment, end)));
          if (request.method !== 'POST') return reply.send(walletPage(language, payment, false));
          const outcome = takeAnswer(payment, fieldsOf(request));
          records.put('payment', payment.paymentID, payment);
          if (outcome === 'wrong') return reply.send(walletPage(language, payment, true));
          // Redirects to the next step, so that a reload does not send the form again.
          const next = outcome === 'next' ? `${path}/pay/${payment.paymentID}` : callbackOf(payment, outcome);
          return reply.redirect(next, 303);
        },
      });

      app.get('/', (_request, reply) => {
        const payments = records.latest('payment').map((payment) => ({
          ...{ Payment: payment.paymentID, Invoice: payment.merchantInvoiceNumber, Amount: takaOf(payment.poisha) },
          ...{ State: payment.state, Transaction: payment.trxID },
        }));
        const transfers = records.latest('transfer').map(({ trxID, kind, of, poisha, wallet }) => ({
          ...{ Transaction: trxID, Kind: kind, Of: of, Amount: takaOf(poisha), Wallet: wallet },
        }));
        return sendRecordsPage(reply, 'bKash stand-in', { Payments: payments, 'Refunds and payouts': transfers });
      });
    },
  };
}

/** Applies one answer of the payer. Returns the status of the callback, or that another answer is needed. */
function takeAnswer(payment: WalletPayment, fields: Fields): CallbackStatus | 'wrong' | 'next' {
  const given = fields.answer?.replace(/[\s-]/g, '') ?? '';
  const step = stepOf(payment);
  if (fields.cancel) {
    payment.state = 'ended';
    return 'cancel';
  }
  // A second tap on the form of an earlier step.
  if (fields.step !== step) return 'next';
  const isRight = { number: Boolean(WALLETS[given]), code: given === CODE, pin: given === PIN }[step];
  if (!isRight) {
    payment.mistakes += 1;
    if (payment.mistakes < MISTAKES_MAX_COUNT) return 'wrong';
  }
  if (!isRight || (step === 'pin' && WALLETS[payment.wallet] === 'blocked')) {
    payment.state = 'ended';
    return 'failure';
  }
  if (step === 'number') payment.wallet = given;
  if (step === 'code') payment.isCodeGiven = true;
  if (step !== 'pin') return 'next';
  payment.state = 'confirmed';
  return 'success';
}

function textsOf(body: unknown): Fields {
  try {
    const parsed = Object(JSON.parse(String(body))) as Record<string, unknown>;
    const isText = (entry: [string, unknown]): entry is [string, string] => typeof entry[1] === 'string';
    return Object.fromEntries(Object.entries(parsed).filter(isText));
  } catch {
    return {};
  }
}

/** Returns which of the payer's three answers is missing. */
function stepOf({ wallet, isCodeGiven }: WalletPayment): 'number' | 'code' | 'pin' {
  if (!WALLETS[wallet]) return 'number';
  return isCodeGiven ? 'pin' : 'code';
}

/** Returns the page on which the payer types the number, the code or the PIN. */
function walletPage(language: Language, payment: WalletPayment, isWrong: boolean): string {
  const text = texts[language];
  const step = stepOf(payment);
  const described = isWrong ? html`aria-invalid="true" aria-describedby="hint wrong"` : html`aria-describedby="hint"`;
  return page(
    language,
    html`<dl>
        <div><dt>${text.invoice}</dt><dd>${payment.merchantInvoiceNumber}</dd></div>
        <div><dt>${text.amount}</dt><dd>BDT ${takaOf(payment.poisha)}</dd></div>
      </dl>
      <form method="post">
        <label for="answer">${text[step]}</label>
        <p id="hint" class="hint">${text.hints[step]}</p>
        ${isWrong ? html`<p id="wrong" class="error" role="alert">${text.wrong[step]}</p>` : ''}
        <input id="answer" name="answer" type="${step === 'pin' ? 'password' : 'text'}" inputmode="numeric" required
          autocomplete="off" maxlength="14" autofocus ${described}>
        <input type="hidden" name="step" value="${step}">
        <button type="submit">${step === 'pin' ? text.confirm : text.proceed}</button>
        <button type="submit" name="cancel" value="1" class="quiet" formnovalidate>${text.cancel}</button>
      </form>`,
  );
}

/** Returns the page of an ended payment, with a link to the store. Without an address the payment is unknown. */
function endedWalletPage(language: Language, back?: string): string {
  const text = texts[language];
  if (back === undefined) return page(language, html`<p class="error">${text.unknown}</p>`);
  return page(language, html`<p>${text.over}</p><p><a href="${back}">${text.back}</a></p>`);
}

function page(language: Language, content: Html): string {
  const { title, notice } = texts[language];
  return sandboxPage({ language, title, notice, className: 'wallet', content });
}
