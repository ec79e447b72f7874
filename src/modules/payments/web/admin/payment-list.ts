import { CallError } from '#platform/contract/call-client.ts';
import type { ActionResult } from '#platform/forms/action-result.ts';
import { sendForm, type UserForm } from '#platform/forms/run-action.ts';
import { loadPages, pagesOf } from '#platform/lists/paging.ts';
import type { UserRequest } from '#platform/web/authenticated-loader.ts';
import {
  listPayments,
  type PaymentForAdmin,
  recordRefundByHand,
  refundByHandForm,
  retryRefund,
  reviewForm,
  reviewPayment,
} from '../../admin.contract.ts';

export interface PaymentList {
  items: PaymentForAdmin[];
  more: boolean;
  /** The transaction number of the search; empty for all payments that need a person. */
  transactionId: string;
}

/** Returns the payments that the page's URL requests; none for a number that the server refuses. */
export async function loadPayments({ api, url }: UserRequest): Promise<PaymentList> {
  const transactionId = (url.searchParams.get('transactionId') ?? '').trim();
  const found = await loadPages(pagesOf(url.searchParams), (cursor) =>
    api.send(listPayments, { query: { cursor, transactionId: transactionId || undefined } }),
  ).catch((error: unknown) => {
    if (error instanceof CallError && error.status === 400 && transactionId) return { items: [], more: false };
    throw error;
  });
  return { ...found, transactionId };
}

/** The form that orders another try of a refund; the item is for the toast. */
export interface RetryForm extends Record<string, string> {
  retry: 'refund';
  id: string;
  item: string;
}

/** The id of the first button of a payment. A refund that is tried again has no button for it any more. */
export const firstButtonId = ({ _id }: PaymentForAdmin) => `payment-${_id}`;

/** Decides about a payment under review, records a refund that was made by hand, or orders another try of one. */
export async function changePayment({ api, form, t }: UserForm): Promise<ActionResult> {
  const params = { id: String(form.get('id')) };
  const item = String(form.get('item'));
  if (form.has('retry')) {
    await api.send(retryRefund, { params });
    return { done: true, message: t('payments.retried', { item }) };
  }
  if (form.has('reason'))
    return sendForm(form, reviewForm, async (body) => {
      await api.send(reviewPayment, { params, body });
      return { done: true, message: t(`payments.${body.decision}Done`, { item }) };
    });
  return sendForm(form, refundByHandForm, async (body) => {
    await api.send(recordRefundByHand, { params, body });
    return { done: true, message: t('payments.recorded', { item }) };
  });
}
