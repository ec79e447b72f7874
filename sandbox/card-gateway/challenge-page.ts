import type Stripe from 'stripe';
import { html } from '../sandbox-page.ts';

const TEXTS = {
  en: {
    title: '3-D Secure test page',
    mark: 'Sandbox: no money moves',
    question: (money: string, card: string) => `Your bank asks whether you pay ${money} with ${card}.`,
    complete: 'Complete',
    fail: 'Fail',
    problem: 'That did not work. Please try again.',
    over: 'This step is over. You can close it.',
  },
  bn: {
    title: '৩-ডি সিকিউর পরীক্ষার পাতা',
    mark: 'স্যান্ডবক্স: কোনো টাকা লেনদেন হয় না',
    question: (money: string, card: string) => `আপনার ব্যাংক জানতে চায়, আপনি কি ${card} দিয়ে ${money} পরিশোধ করছেন?`,
    complete: 'সম্পন্ন করুন',
    fail: 'ব্যর্থ করুন',
    problem: 'কাজটি হয়নি। আবার চেষ্টা করুন।',
    over: 'এই ধাপ শেষ হয়েছে। এটি বন্ধ করতে পারেন।',
  },
};

/** Returns the bank's page of a 3-D Secure step, without buttons when the step has ended. */
export function challengePage(
  locale: string,
  intent: Stripe.PaymentIntent | undefined,
  card: Stripe.PaymentMethod.Card | undefined,
): string {
  const language = locale === 'bn' ? 'bn' : 'en';
  const texts = TEXTS[language];
  const money = intent ? formatAmount(intent.amount, intent.currency, language) : '';
  const question = texts.question(money, `${(card?.brand ?? '').toUpperCase()} •••• ${card?.last4 ?? ''}`);
  const buttons = html`<div class="buttons">
      <button disabled type="button" class="primary" value="complete">${texts.complete}</button>
      <button disabled type="button" value="fail">${texts.fail}</button>
    </div>`;
  const waiting = intent?.status === 'requires_action';
  return html`<!doctype html>
<html lang="${language}">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="robots" content="noindex">
    <title>${texts.title}</title>
    <link rel="stylesheet" href="../challenge.css">
    <script type="module" src="../challenge.js"></script>
  </head>
  <body>
    <div>
      <p class="mark">${texts.mark}</p>
      <h1 tabindex="-1">${texts.title}</h1>
      <p>${waiting ? question : texts.over}</p>
      ${waiting ? buttons : ''}
      <p id="problem" role="alert" data-text="${texts.problem}"></p>
    </div>
  </body>
</html>
`.text;
}

/** Returns an amount in minor units as text: `BDT 4,500.00`. */
export function formatAmount(amount: number, currency: string, language = 'en'): string {
  const format = new Intl.NumberFormat(language, { style: 'currency', currency, currencyDisplay: 'code' });
  return format.format(amount / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2));
}
