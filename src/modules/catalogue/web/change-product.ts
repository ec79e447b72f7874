import { api } from '#platform/web/api-client.ts';
import { type ActionResult, runAction } from '#platform/web/run-action.ts';
import { changeMyProduct, deleteMyProduct } from '../contract.ts';

/** A change that a seller makes in the list. */
export type ProductChange = 'sell' | 'unsell' | 'advertise' | 'unadvertise' | 'delete';

/** The form of a change; the name is for the toast. */
export interface ChangeForm extends Record<string, string> {
  change: ProductChange;
  id: string;
  name: string;
}

const SEND: Record<ProductChange, (params: { id: string }) => Promise<unknown>> = {
  sell: (params) => api.send(changeMyProduct, { params, query: { status: 'SOLD' } }),
  unsell: (params) => api.send(changeMyProduct, { params, query: { status: 'UNSOLD' } }),
  advertise: (params) => api.send(changeMyProduct, { params, query: { advertiseEnable: 'true' } }),
  unadvertise: (params) => api.send(changeMyProduct, { params, query: { advertiseEnable: 'false' } }),
  delete: (params) => api.send(deleteMyProduct, { params }),
};

const DONE = {
  sell: 'mine.sold',
  unsell: 'mine.unsold',
  advertise: 'mine.advertised',
  unadvertise: 'mine.unadvertised',
  delete: 'act.deleted',
} as const;

/** Makes one change to a product. */
export async function changeProduct(request: Request): Promise<ActionResult> {
  const { change, id, name } = Object.fromEntries(await request.formData()) as ChangeForm;
  return runAction(request, () => SEND[change]({ id }), { done: DONE[change], values: { name } });
}
