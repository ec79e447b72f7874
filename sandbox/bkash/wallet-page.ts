import { type Html, html, sandboxPage } from '../sandbox-page.ts';
import { takaOf } from '../stand-in-book.ts';
import type { WalletPayment } from './bkash-book.ts';
import { CODE, PIN, WALLETS } from './wallets.ts';

export type Language = 'en' | 'bn';

const TEXTS = {
  en: {
    title: 'Pay from a wallet',
    notice: 'This is a stand-in for bKash, for the demo only. No money moves, and nothing goes to bKash.',
    invoice: 'Invoice',
    amount: 'Amount',
    number: 'Wallet number',
    code: 'Code from the message',
    pin: 'PIN of the wallet',
    hints: {
      number: 'Test wallets: 01929918378 and 01770618575 pay. 01823074817 has too little. 01823074818 is blocked.',
      code: `Every test wallet gets the code ${CODE}.`,
      pin: `Every test wallet has the PIN ${PIN}.`,
    },
    wrong: {
      number: 'This is not a test wallet. Type one of the numbers above.',
      code: 'This code is wrong. Type the code above.',
      pin: 'This PIN is wrong. Type the PIN above.',
    },
    proceed: 'Proceed',
    confirm: 'Confirm',
    cancel: 'Cancel',
    over: 'This payment is over. Go back to the store.',
    back: 'Back to the store',
    unknown: 'There is no such payment.',
  },
  bn: {
    title: 'ওয়ালেট থেকে পেমেন্ট',
    notice: 'এটি বিকাশের বদলে, শুধু ডেমোর জন্য। কোনো টাকা লেনদেন হয় না, বিকাশে কিছুই যায় না।',
    invoice: 'ইনভয়েস',
    amount: 'টাকার পরিমাণ',
    number: 'ওয়ালেট নম্বর',
    code: 'মেসেজে আসা কোড',
    pin: 'ওয়ালেটের পিন',
    hints: {
      number:
        'পরীক্ষার ওয়ালেট: 01929918378 ও 01770618575 থেকে পেমেন্ট হয়। 01823074817 নম্বরে টাকা কম। 01823074818 বন্ধ করা আছে।',
      code: `পরীক্ষার সব ওয়ালেটের কোড ${CODE}।`,
      pin: `পরীক্ষার সব ওয়ালেটের পিন ${PIN}।`,
    },
    wrong: {
      number: 'এটি পরীক্ষার ওয়ালেট নয়। উপরের একটি নম্বর লিখুন।',
      code: 'কোডটি ভুল। উপরের কোডটি লিখুন।',
      pin: 'পিনটি ভুল। উপরের পিনটি লিখুন।',
    },
    proceed: 'এগিয়ে যান',
    confirm: 'নিশ্চিত করুন',
    cancel: 'বাতিল',
    over: 'এই পেমেন্ট শেষ হয়েছে। দোকানে ফিরে যান।',
    back: 'দোকানে ফিরে যান',
    unknown: 'এমন কোনো পেমেন্ট নেই।',
  },
};

/** Returns which of the payer's three answers is missing. */
export function stepOf({ wallet, isCodeGiven }: WalletPayment): 'number' | 'code' | 'pin' {
  if (!WALLETS[wallet]) return 'number';
  return isCodeGiven ? 'pin' : 'code';
}

/** Returns the page on which the payer types the number, the code or the PIN. */
export function walletPage(language: Language, payment: WalletPayment, isWrong: boolean): string {
  const texts = TEXTS[language];
  const step = stepOf(payment);
  const described = isWrong ? html`aria-invalid="true" aria-describedby="hint wrong"` : html`aria-describedby="hint"`;
  return page(
    language,
    html`<dl>
        <div><dt>${texts.invoice}</dt><dd>${payment.merchantInvoiceNumber}</dd></div>
        <div><dt>${texts.amount}</dt><dd>BDT ${takaOf(payment.poisha)}</dd></div>
      </dl>
      <form method="post">
        <label for="answer">${texts[step]}</label>
        <p id="hint" class="hint">${texts.hints[step]}</p>
        ${isWrong ? html`<p id="wrong" class="error" role="alert">${texts.wrong[step]}</p>` : ''}
        <input id="answer" name="answer" type="${step === 'pin' ? 'password' : 'text'}" inputmode="numeric" required
          autocomplete="off" maxlength="14" autofocus ${described}>
        <input type="hidden" name="step" value="${step}">
        <button type="submit">${step === 'pin' ? texts.confirm : texts.proceed}</button>
        <button type="submit" name="cancel" value="1" class="quiet" formnovalidate>${texts.cancel}</button>
      </form>`,
  );
}

/** Returns the page of a payment that is over, with a link to the store; without an address, of an unknown payment. */
export function endedWalletPage(language: Language, back?: string): string {
  const texts = TEXTS[language];
  if (back === undefined) return page(language, html`<p class="error">${texts.unknown}</p>`);
  return page(language, html`<p>${texts.over}</p><p><a href="${back}">${texts.back}</a></p>`);
}

function page(language: Language, content: Html): string {
  const { title, notice } = TEXTS[language];
  return sandboxPage({ language, title, notice, className: 'wallet', content });
}
