import { CallError } from '#platform/contract/call-client.ts';
import { api, asSignedIn } from '#platform/web/api-client.ts';
import type { UserRequest } from '#platform/web/authenticated-loader.ts';
import { type FormReply, readForm, refusedForm } from '#platform/web/form.tsx';
import { pageTranslator } from '#platform/web/page-translator.ts';
import { loadPages, pagesOf } from '#platform/web/paging.ts';
import { toast } from '#ui/toast.tsx';
import { byHandForm, listPayments, type PaymentForAdmin, recordByHand } from '../../admin.contract.ts';

export interface PaymentList {
  items: PaymentForAdmin[];
  more: boolean;
  /** The transaction number of the search; empty for all payments that need a person. */
  transactionId: string;
}

/** Returns the payments that the page's address asks for; none for a number that the server refuses. */
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

export interface ByHandAnswer {
  done: boolean;
  reply?: FormReply;
}

/** Records a refund that was made by hand, and shows a toast. */
export function recordRefund(request: Request): Promise<ByHandAnswer> {
  return asSignedIn(request, async () => {
    const form = await request.formData();
    const submission = await readForm(form, byHandForm);
    if (submission.status !== 'success') return { done: false, reply: submission.reply() };
    try {
      await api.send(recordByHand, { params: { id: String(form.get('id')) }, body: submission.value });
    } catch (error) {
      if (error instanceof CallError && error.status === 401) throw error;
      return { done: false, reply: refusedForm(submission, error) };
    }
    toast.success(pageTranslator().t('payments.recorded', { item: String(form.get('item')) }));
    return { done: true };
  });
}
