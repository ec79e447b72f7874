import type { ActionResult } from '#platform/web/action-result.ts';
import { sendForm, type UserForm } from '#platform/web/run-action.ts';
import { reportForm, reportProduct } from '../contract.ts';

/** Sends the report of the product `productId`. */
export function sendReport({ api, form }: UserForm): Promise<ActionResult> {
  return sendForm(form, reportForm, async (body) => {
    const { message } = await api.send(reportProduct, { body: { productId: String(form.get('productId')), ...body } });
    return { done: true, message };
  });
}
