import { redirect } from 'react-router';
import { CallError } from '#platform/contract/call-client.ts';
import { api, loginPath } from '#platform/web/api-client.ts';
import { type FormReply, readForm, refusedForm } from '#platform/web/form.tsx';
import { toast } from '#ui/toast.tsx';
import { reportForm, reportProduct } from '../contract.ts';

export interface ReportAnswer {
  sent: boolean;
  refused?: FormReply;
}

/** Where report forms go, whichever page they stand on. */
export const REPORTS_PAGE = '/dashboard/myreports';

/** Sends the report of the product `productId`, and says so. Who must sign in comes back to the page `here`. */
export async function sendReport(form: FormData): Promise<ReportAnswer> {
  const submission = await readForm(form, reportForm);
  if (submission.status !== 'success') return { sent: false, refused: submission.reply() };
  try {
    const productId = String(form.get('productId'));
    const { message } = await api.send(reportProduct, { body: { productId, ...submission.value } });
    toast.success(message);
    return { sent: true };
  } catch (error) {
    if (error instanceof CallError && error.status === 401) throw redirect(loginPath(String(form.get('here'))));
    return { sent: false, refused: refusedForm(submission, error) };
  }
}
