import { createHash } from 'node:crypto';
import type { FastifyReply } from 'fastify';
import { Html, html, sandboxPage, setPageHeaders } from '../sandbox-page.ts';
import { takaOf } from '../stand-in-book.ts';
import type { GatewaySession } from './sslcommerz-book.ts';

export type Language = 'en' | 'bn';

/** The ways of paying, with the `card_type` that messages and answers have. */
export const CARD_TYPES: Record<string, string> = {
  card: 'VISA-Dutch Bangla',
  bkash: 'BKASH-BKash',
  nagad: 'NAGAD-Nagad',
};

/** The results that the payer of the demo can choose. */
export const RESULTS = ['success', 'risky', 'slow', 'failed', 'cancel'] as const;
export type Result = (typeof RESULTS)[number];

const TEXTS = {
  en: {
    title: 'Card or mobile banking',
    notice: 'This is a stand-in for SSLCommerz, for the demo only. No money moves, and nothing goes to SSLCommerz.',
    order: 'Transaction',
    amount: 'Amount',
    ways: 'Pay with',
    way: { card: 'Card', bkash: 'bKash', nagad: 'Nagad' },
    result: {
      success: 'Pay',
      risky: 'Pay, but marked as risky',
      slow: 'Pay slowly (8 seconds)',
      failed: 'Let it fail',
      cancel: 'Cancel',
    },
    back: 'Back to the store',
    unknown: 'There is no such payment.',
  },
  bn: {
    title: 'কার্ড বা মোবাইল ব্যাংকিং',
    notice: 'এটি SSLCommerz-এর বদলে, শুধু ডেমোর জন্য। কোনো টাকা লেনদেন হয় না, SSLCommerz-এ কিছুই যায় না।',
    order: 'লেনদেন',
    amount: 'টাকার পরিমাণ',
    ways: 'যেভাবে দেবেন',
    way: { card: 'কার্ড', bkash: 'বিকাশ', nagad: 'নগদ' },
    result: {
      success: 'পেমেন্ট করুন',
      risky: 'পেমেন্ট করুন, তবে ঝুঁকিপূর্ণ হিসেবে',
      slow: 'ধীরে পেমেন্ট করুন (৮ সেকেন্ড)',
      failed: 'ব্যর্থ করুন',
      cancel: 'বাতিল',
    },
    back: 'দোকানে ফিরে যান',
    unknown: 'এমন কোনো পেমেন্ট নেই।',
  },
};

const SUBMIT = 'document.forms[0].submit()';
const SUBMIT_HASH = createHash('sha256').update(SUBMIT).digest('base64');

/**
 * Sets the headers of the gateway's pages. `sandbox` gives them an opaque origin: their forms are posted as from another
 * site, without the store's cookies, as SSLCommerz's are.
 */
export function setGatewayHeaders(reply: FastifyReply, formAction: string): FastifyReply {
  const more = `; script-src 'sha256-${SUBMIT_HASH}'; sandbox allow-forms allow-scripts`;
  // Browsers refuse a sandboxed page with the first, and warn about the second.
  for (const name of ['cross-origin-opener-policy', 'origin-agent-cluster']) reply.removeHeader(name);
  return setPageHeaders(reply, formAction, more);
}

/** Returns the page on which the payer chooses a way, and a result for the demo. */
export function gatewayPage(language: Language, session: GatewaySession): string {
  const texts = TEXTS[language];
  const ways = (['card', 'bkash', 'nagad'] as const).map(
    (way) =>
      html`<label><input type="radio" name="way" value="${way}" ${way === 'card' ? html`checked` : ''}> ${texts.way[way]}</label>`,
  );
  const buttons = RESULTS.map(
    (result) =>
      html`<button type="submit" name="result" value="${result}" class="${result === 'success' ? '' : 'quiet'}">${texts.result[result]}</button>`,
  );
  return page(
    language,
    html`<dl>
        <div><dt>${texts.order}</dt><dd>${session.tran_id}</dd></div>
        <div><dt>${texts.amount}</dt><dd>BDT ${takaOf(session.poisha)}</dd></div>
      </dl>
      <form method="post">
        <fieldset class="ways"><legend>${texts.ways}</legend>${ways}</fieldset>
        ${buttons}
      </form>`,
  );
}

/** Returns the page that posts the result to the store: by itself, or by its button where scripts are off. */
export function returnPage(language: Language, action: string, fields: Record<string, string>): string {
  const inputs = Object.entries(fields).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`,
  );
  return page(
    language,
    html`<form method="post" action="${action}">${inputs}<button type="submit">${TEXTS[language].back}</button></form>
      <script>${new Html(SUBMIT)}</script>`,
  );
}

/** Returns the page of an unknown session. */
export function unknownSessionPage(language: Language): string {
  return page(language, html`<p class="error">${TEXTS[language].unknown}</p>`);
}

function page(language: Language, content: Html): string {
  const { title, notice } = TEXTS[language];
  return sandboxPage({ language, title, notice, className: 'gateway', content });
}
