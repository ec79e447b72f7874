import type { ActionResult } from '#platform/forms/action-result.ts';
import { choiceOf, type UserForm } from '#platform/forms/run-action.ts';
import { changeMyProduct, deleteMyProduct } from '../contract.ts';

export type ProductChange = 'sell' | 'unsell' | 'advertise' | 'unadvertise' | 'delete';

/** The form of a change; the name is for the toast. */
export interface ChangeForm extends Record<string, string> {
  change: ProductChange;
  id: string;
  name: string;
}

const QUERIES = {
  sell: { status: 'SOLD' },
  unsell: { status: 'UNSOLD' },
  advertise: { advertiseEnable: 'true' },
  unadvertise: { advertiseEnable: 'false' },
} as const;

const DONE = {
  sell: 'mine.sold',
  unsell: 'mine.unsold',
  advertise: 'mine.advertised',
  unadvertise: 'mine.unadvertised',
  delete: 'act.deleted',
} as const;

/** Makes one change to a product. */
export async function changeProduct(request: UserForm): Promise<ActionResult> {
  const { api, form, t } = request;
  const change = choiceOf(request, 'change', ['sell', 'unsell', 'advertise', 'unadvertise', 'delete']);
  const { id, name } = Object.fromEntries(form) as ChangeForm;
  if (change === 'delete') await api.send(deleteMyProduct, { params: { id } });
  else await api.send(changeMyProduct, { params: { id }, query: QUERIES[change] });
  return { done: true, message: t(DONE[change], { name }) };
}
