import { CallError } from '#platform/contract/call-client.ts';
import type { ActionResult } from '#platform/forms/action-result.ts';
import { choiceOf, sendForm, type UserForm } from '#platform/forms/run-action.ts';
import { loadPages, pagesOf } from '#platform/lists/paging.ts';
import type { UserRequest } from '#platform/web/authenticated-loader.ts';
import {
  confirmPayout,
  failPayout,
  listPayouts,
  type Payout,
  type PayoutSummary,
  sendPayout,
  summarizePayouts,
  transferPayout,
} from '../../payouts.contract.ts';
import { ACCOUNT_KINDS, type AccountKind, PAYOUT_STATES, type PayoutState } from '../../rules.ts';
import { closeForm } from './close-form.ts';

export interface PayoutList {
  items: Payout[];
  more: boolean;
  summary: PayoutSummary;
  state: PayoutState;
  kind: AccountKind | undefined;
}

/** Returns the payouts that the page's address asks for, and the sums of open ones. */
export async function loadPayouts({ api, url }: UserRequest): Promise<PayoutList> {
  const state = PAYOUT_STATES.find((one) => one === url.searchParams.get('state')) ?? 'due';
  const kind = ACCOUNT_KINDS.find((one) => one === url.searchParams.get('kind'));
  const [summary, list] = await Promise.all([
    api.send(summarizePayouts, {}),
    loadPages(pagesOf(url.searchParams), (cursor) => api.send(listPayouts, { query: { cursor, state, kind } })),
  ]);
  return { ...list, summary, state, kind };
}

/** Sends, confirms or fails the chosen payouts, one after the other. Stops at the first refusal and says how far it came. */
export async function changePayouts(request: UserForm): Promise<ActionResult> {
  const { api, form } = request;
  const intent = choiceOf(request, 'intent', ['send', 'transfer', 'paid', 'failed']);
  const ids = form.getAll('id').map(String);
  const key = String(form.get('key'));
  const of = (id: string) => ({ options: { idempotencyKey: `${key} ${id}`.replaceAll(' ', '-') }, params: { id } });
  if (intent === 'send')
    return inTurn(request, ids, 'payout.sentDone', async (id) => {
      const { options, params } = of(id);
      await api.send(sendPayout, { params }, options);
    });
  if (intent === 'transfer')
    return inTurn(request, ids, 'payout.transferDone', async (id) => {
      const { options, params } = of(id);
      await api.send(transferPayout, { params }, options);
    });
  const done = intent === 'paid' ? 'payout.paidDone' : 'payout.failedDone';
  const unsentIds = form.getAll('unsent');
  return sendForm(form, closeForm(ids, intent), async (values) => {
    let stated = 0;
    const result = await inTurn(request, ids, done, async (id) => {
      const { options, params } = of(id);
      const text = values[id] ?? '';
      if (intent === 'paid') await api.send(confirmPayout, { params, body: { reference: text } }, options);
      else {
        const unsent = unsentIds.includes(id);
        const { state } = await api.send(failPayout, { params, body: { reason: text, unsent } }, options);
        if (state === 'sent') stated += 1;
      }
    });
    // After a refusal the form keeps its values.
    if (!result.done) return result;
    const message = stated > 0 ? request.t('payout.statedDone', { n: stated }) : result.message;
    return { ...result, message, to: listPath(request.url) };
  });
}

/** Returns the address of the list without the chosen payouts. */
function listPath({ pathname, searchParams }: URL): string {
  const rest = new URLSearchParams(searchParams);
  for (const name of ['id', 'ask', '_routes']) rest.delete(name);
  return rest.size > 0 ? `${pathname}?${rest}` : pathname;
}

async function inTurn(
  { form, t }: UserForm,
  ids: string[],
  done: 'payout.sentDone' | 'payout.transferDone' | 'payout.paidDone' | 'payout.failedDone',
  change: (id: string) => Promise<void>,
): Promise<ActionResult> {
  if (ids.length === 0) return { done: false, message: t('payout.e.choose') };
  let n = 0;
  for (const id of ids) {
    try {
      await change(id);
    } catch (error) {
      if (!(error instanceof CallError) || error.status === 401 || error.status >= 500) throw error;
      return {
        done: false,
        message: t('payout.partly', { number: String(form.get(`number ${id}`)), reason: error.message, n }),
      };
    }
    n += 1;
  }
  return { done: true, message: t(done, { n }) };
}
