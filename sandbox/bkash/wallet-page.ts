import { type Html, html, type Language, sandboxPage } from '../sandbox-page.ts';
import { takaOf } from '../stand-in-book.ts';
import type { WalletPayment } from './bkash-book.ts';
import texts from './wallet-texts.json' with { type: 'json' };
import { WALLETS } from './wallets.ts';

/** Returns which of the payer's three answers is missing. */
export function stepOf({ wallet, isCodeGiven }: WalletPayment): 'number' | 'code' | 'pin' {
  if (!WALLETS[wallet]) return 'number';
  return isCodeGiven ? 'pin' : 'code';
}

/** Returns the page on which the payer types the number, the code or the PIN. */
export function walletPage(language: Language, payment: WalletPayment, isWrong: boolean): string {
  const words = texts[language];
  const step = stepOf(payment);
  const described = isWrong ? html`aria-invalid="true" aria-describedby="hint wrong"` : html`aria-describedby="hint"`;
  return page(
    language,
    html`<dl>
        <div><dt>${words.invoice}</dt><dd>${payment.merchantInvoiceNumber}</dd></div>
        <div><dt>${words.amount}</dt><dd>BDT ${takaOf(payment.poisha)}</dd></div>
      </dl>
      <form method="post">
        <label for="answer">${words[step]}</label>
        <p id="hint" class="hint">${words.hints[step]}</p>
        ${isWrong ? html`<p id="wrong" class="error" role="alert">${words.wrong[step]}</p>` : ''}
        <input id="answer" name="answer" type="${step === 'pin' ? 'password' : 'text'}" inputmode="numeric" required
          autocomplete="off" maxlength="14" autofocus ${described}>
        <input type="hidden" name="step" value="${step}">
        <button type="submit">${step === 'pin' ? words.confirm : words.proceed}</button>
        <button type="submit" name="cancel" value="1" class="quiet" formnovalidate>${words.cancel}</button>
      </form>`,
  );
}

/** Returns the page of a payment that is over, with a link to the store. Without an address: of an unknown payment. */
export function endedWalletPage(language: Language, back?: string): string {
  const words = texts[language];
  if (back === undefined) return page(language, html`<p class="error">${words.unknown}</p>`);
  return page(language, html`<p>${words.over}</p><p><a href="${back}">${words.back}</a></p>`);
}

function page(language: Language, content: Html): string {
  const { title, notice } = texts[language];
  return sandboxPage({ language, title, notice, className: 'wallet', content });
}
