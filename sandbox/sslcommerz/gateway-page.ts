import { createHash } from 'node:crypto';
import type { FastifyReply } from 'fastify';
import { takaOf } from '../record-store.ts';
import { Html, html, type Language, sandboxPage, setPageHeaders } from '../sandbox-page.ts';
import type { Fields } from '../stand-in.ts';
import texts from './gateway-texts.json' with { type: 'json' };
import type { GatewaySession } from './sslcommerz-records.ts';

/** The payment methods, with their `card_type` in messages and answers. */
export const CARD_TYPES: Record<string, string> = {
  card: 'VISA-Dutch Bangla',
  bkash: 'BKASH-BKash',
  nagad: 'NAGAD-Nagad',
};

export const RESULTS = ['success', 'risky', 'slow', 'failed', 'cancel'] as const;
export type Result = (typeof RESULTS)[number];

const SUBMIT = 'document.forms[0].submit()';
const SUBMIT_HASH = createHash('sha256').update(SUBMIT).digest('base64');

/**
 * Sets the headers of the gateway's pages. `sandbox` gives them an opaque origin. Their forms are posted as from
 * another site, without the store's cookies, like SSLCommerz's.
 */
export function setGatewayHeaders(reply: FastifyReply, formAction: string): FastifyReply {
  const more = `; script-src 'sha256-${SUBMIT_HASH}'; sandbox allow-forms allow-scripts`;
  // Browsers refuse a sandboxed page with the first, and warn about the second.
  for (const name of ['cross-origin-opener-policy', 'origin-agent-cluster']) reply.removeHeader(name);
  return setPageHeaders(reply, formAction, more);
}

/** Returns the page on which the payer chooses a method, and a result for the demo. */
export function gatewayPage(language: Language, session: GatewaySession): string {
  const text = texts[language];
  const methods = (['card', 'bkash', 'nagad'] as const).map(
    (method) =>
      html`<label><input type="radio" name="method" value="${method}" ${method === 'card' ? html`checked` : ''}> ${text.method[method]}</label>`,
  );
  const buttons = RESULTS.map(
    (result) =>
      html`<button type="submit" name="result" value="${result}" class="${result === 'success' ? '' : 'quiet'}">${text.result[result]}</button>`,
  );
  return page(
    language,
    html`<dl>
        <div><dt>${text.order}</dt><dd>${session.tran_id}</dd></div>
        <div><dt>${text.amount}</dt><dd>BDT ${takaOf(session.poisha)}</dd></div>
      </dl>
      <form method="post">
        <fieldset class="payment-methods"><legend>${text.methods}</legend>${methods}</fieldset>
        ${buttons}
      </form>`,
  );
}

/** Returns the page that posts the result to the store, by script or by its button. */
export function returnPage(language: Language, action: string, fields: Fields): string {
  const inputs = Object.entries(fields).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`,
  );
  return page(
    language,
    html`<form method="post" action="${action}">${inputs}<button type="submit">${texts[language].back}</button></form>
      <script>${new Html(SUBMIT)}</script>`,
  );
}

/** Returns the page of an unknown session. */
export function unknownSessionPage(language: Language): string {
  return page(language, html`<p class="error">${texts[language].unknown}</p>`);
}

function page(language: Language, content: Html): string {
  const { title, notice } = texts[language];
  return sandboxPage({ language, title, notice, className: 'gateway', content });
}
