import type { ActionResult } from '#platform/forms/action-result.ts';
import { sendForm, type UserForm } from '#platform/forms/run-action.ts';
import { bookingDialog, bookProduct } from '../contract.ts';
import { choosesOwnPoint } from '../rules.ts';

/** Books the product `itemId` of a form. */
export async function book({ api, form, t }: UserForm): Promise<ActionResult> {
  const itemId = String(form.get('itemId'));
  const result = await sendForm(form, bookingDialog, async ({ phone, sellerPoint, ...own }): Promise<ActionResult> => {
    const location = (choosesOwnPoint(own) ? own.location : sellerPoint) ?? '';
    await api.send(bookProduct, { body: { itemId, phone, location } });
    return { done: true, message: t('book.ok'), link: { label: t('dash.orders'), to: '/dashboard/myorders' } };
  });
  const { '': problem, ...atFields } = result.refused?.error ?? {};
  // The fields show their own errors.
  return problem?.[0] && Object.keys(atFields).length === 0 ? { ...result, message: problem[0] } : result;
}
