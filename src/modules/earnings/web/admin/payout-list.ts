import { CallError } from '#platform/contract/call-client.ts';
import type { ActionResult } from '#platform/forms/action-result.ts';
import { choiceOf, sendForm, type UserForm } from '#platform/forms/run-action.ts';
import { loadPages, pagesOf } from '#platform/lists/paging.ts';
import type { UserRequest } from '#platform/web/authenticated-loader.ts';
import {
  confirmPayout,
  failPayout,
  listPayoutFiles,
  listPayouts,
  makePayoutFile,
  type Payout,
  type PayoutFiles,
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
  /** The admin's bank files, under Sent. */
  bank: PayoutFiles | undefined;
}

/** Returns the payouts that the page's URL requests, and the sums of open ones. */
export async function loadPayouts({ api, url }: Pick<UserRequest, 'api' | 'url'>): Promise<PayoutList> {
  const state = PAYOUT_STATES.find((one) => one === url.searchParams.get('state')) ?? 'due';
  const kind = ACCOUNT_KINDS.find((one) => one === url.searchParams.get('kind'));
  const [summary, list, bank] = await Promise.all([
    api.send(summarizePayouts, {}),
    loadPages(pagesOf(url.searchParams), (cursor) => api.send(listPayouts, { query: { cursor, state, kind } })),
    state === 'sent' ? api.send(listPayoutFiles, { query: { before: beforeOf(url) } }) : undefined,
  ]);
  return { ...list, summary, state, kind, bank };
}

/** Returns the time before which the page's URL requests files; undefined for another text. */
function beforeOf({ searchParams }: URL): string | undefined {
  const time = Date.parse(searchParams.get('before') ?? '');
  return time > 0 && time < Date.now() ? new Date(time).toISOString() : undefined;
}

/** Payouts that one form changes. It is below the number of calls that an account may make in a minute. */
export const CHOSEN_MAX_PAYOUTS = 100;

/** Payouts that one form sends by bKash, which may take seconds for each. */
const TRANSFER_MAX_PAYOUTS = 5;

/** The question for the reference, or for the reason, of each chosen payout. */
export interface CloseQuestion {
  outcome: 'paid' | 'failed';
  ids: string[];
}

export interface PayoutsResult extends ActionResult {
  /** Not in the page's URL, which would be too long for many payouts. */
  asked?: CloseQuestion;
}

/** Returns the value of a form's field for a chosen payout. The number is for messages. */
export function choiceValue({ _id, number }: Pick<Payout, '_id' | 'number'>): string {
  return `${_id} ${number}`;
}

/**
 * Makes a bank file, asks about the chosen payouts, or changes their state, one after the other. Stops at the first
 * refusal and says how far it came.
 */
export async function changePayouts(request: UserForm): Promise<PayoutsResult> {
  const { api, form, t } = request;
  const intent = choiceOf(request, 'intent', ['file', 'ask-paid', 'ask-failed', 'send', 'transfer', 'paid', 'failed']);
  if (intent === 'file') {
    const { count } = await api.send(makePayoutFile, {});
    return { done: true, message: t('payout.fileMade', { n: count }) };
  }
  const ids = [...chosenIn(form).keys()];
  if (ids.length === 0) return { done: false, message: t('payout.e.choose') };
  const limit = intent === 'transfer' ? TRANSFER_MAX_PAYOUTS : CHOSEN_MAX_PAYOUTS;
  if (ids.length > limit) return { done: false, message: t('payout.e.many', { n: limit }) };
  if (intent === 'ask-paid' || intent === 'ask-failed') {
    const { items } = await loadPayouts(request);
    const mayAsk = items.some(({ _id, mayClose }) => mayClose && ids.includes(_id));
    if (!mayAsk) return { done: false, message: t('payout.e.closed') };
    return { done: true, asked: { outcome: intent === 'ask-paid' ? 'paid' : 'failed', ids } };
  }
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
  const result = await sendForm(form, closeForm(ids, intent), async (values) => {
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
    const message = stated > 0 ? t('payout.statedDone', { n: stated }) : result.message;
    return { ...result, message, to: listPath(request.url) };
  });
  // Without a script, the document of a refused form asks again.
  return result.done ? result : { ...result, asked: { outcome: intent, ids } };
}

/** Returns the number of each chosen payout by its id. */
function chosenIn(form: FormData): Map<string, string> {
  return new Map(
    form.getAll('id').map((value) => {
      const [id = '', number = ''] = String(value).split(' ');
      return [id, number];
    }),
  );
}

/** Returns the path and query of the list. */
function listPath({ pathname, searchParams }: URL): string {
  const rest = new URLSearchParams(searchParams);
  rest.delete('_routes');
  return rest.size > 0 ? `${pathname}?${rest}` : pathname;
}

async function inTurn(
  { form, t }: UserForm,
  ids: string[],
  done: 'payout.sentDone' | 'payout.transferDone' | 'payout.paidDone' | 'payout.failedDone',
  change: (id: string) => Promise<void>,
): Promise<ActionResult> {
  let n = 0;
  for (const id of ids) {
    try {
      await change(id);
    } catch (error) {
      if (!(error instanceof CallError) || error.status === 401 || error.status >= 500) throw error;
      return {
        done: false,
        message: t('payout.partly', { number: chosenIn(form).get(id) ?? '', reason: error.message, n }),
      };
    }
    n += 1;
  }
  return { done: true, message: t(done, { n }) };
}
