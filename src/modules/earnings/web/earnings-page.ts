import type { ActionResult } from '#platform/forms/action-result.ts';
import { choiceOf, sendForm, type UserForm } from '#platform/forms/run-action.ts';
import { loadPages, pagesOf } from '#platform/lists/paging.ts';
import type { UserRequest } from '#platform/web/authenticated-loader.ts';
import {
  changePayoutAccount,
  changeWeekly,
  type Earnings,
  type EarningsLine,
  getEarnings,
  LINE_FILTERS,
  type LineFilter,
  listEarnings,
  requestPayout,
} from '../contract.ts';
import { accountForm } from './account-form.ts';

export interface EarningsPage {
  earnings: Earnings;
  items: EarningsLine[];
  more: boolean;
  show: LineFilter | undefined;
}

/** Returns a seller's sums, and the sales that the page's address asks for. */
export async function loadEarnings({ api, url }: UserRequest): Promise<EarningsPage> {
  const show = LINE_FILTERS.find((filter) => filter === url.searchParams.get('show'));
  const [earnings, sales] = await Promise.all([
    api.send(getEarnings, {}),
    loadPages(pagesOf(url.searchParams), (cursor) => api.send(listEarnings, { query: { cursor, show } })),
  ]);
  return { earnings, ...sales, show };
}

/** Runs a form of My earnings: a payout, the last one, weekly payouts, or the payout account. */
export async function changeEarnings(request: UserForm): Promise<ActionResult> {
  const { api, form, t, money } = request;
  const intent = choiceOf(request, 'intent', ['request', 'last', 'weekly', 'account']);
  if (intent === 'account') return saveAccount(request);
  if (intent === 'weekly') {
    const weekly = form.get('weekly') === 'on';
    await api.send(changeWeekly, { body: { weekly } });
    return { done: true, message: t(weekly ? 'earn.weeklyOn' : 'earn.weeklyOff') };
  }
  const query = intent === 'last' ? { last: 'true' as const } : {};
  const { amount, number } = await api.send(requestPayout, { query });
  return { done: true, message: t('earn.requested', { amount: money(amount), number }) };
}

function saveAccount({ api, form, t, date }: UserForm): Promise<ActionResult> {
  return sendForm(
    form,
    accountForm,
    async (body) => {
      const { modifiedCount, payableFrom } = await api.send(changePayoutAccount, { body });
      const message = modifiedCount > 0 ? t('earn.accountSaved', { date: date(payableFrom) }) : t('earn.accountSame');
      return { done: true, message };
    },
    ['password'],
  );
}
