import { CallError } from '#platform/contract/call-client.ts';
import { api, asAdmin, asSignedIn } from '#platform/web/api-client.ts';
import { type FormReply, readForm, refusedForm } from '#platform/web/form.tsx';
import { pageTranslator } from '#platform/web/page-translator.ts';
import { loadPages, pagesOf } from '#platform/web/paging.ts';
import { toast } from '#ui/toast.tsx';
import { byHandForm, listPayments, type PaymentForAdmin, recordByHand } from '../../admin.contract.ts';

export interface PaymentList {
  items: PaymentForAdmin[];
  pages: number;
  more: boolean;
  /** The number that was searched for; empty for all that need a person. */
  transactionId: string;
}

/** The payments that an address asks for. A number that the server refuses finds nothing. */
export function loadPayments(request: Request): Promise<PaymentList> {
  return asAdmin(request, async () => {
    const search = new URL(request.url).searchParams;
    const pages = pagesOf(search);
    const transactionId = (search.get('transactionId') ?? '').trim();
    const found = await loadPages(pages, (cursor) =>
      api.send(listPayments, { query: { cursor, transactionId: transactionId || undefined } }),
    ).catch((error: unknown) => {
      if (error instanceof CallError && error.status === 400 && transactionId) return { items: [], more: false };
      throw error;
    });
    return { ...found, pages, transactionId };
  });
}

export interface ByHandAnswer {
  done: boolean;
  reply?: FormReply;
}

/** Records what a form says was returned by hand, and says so in a toast. */
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
