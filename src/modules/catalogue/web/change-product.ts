import { CallError } from '#platform/contract/call-client.ts';
import { api } from '#platform/web/api-client.ts';
import { pageTranslator } from '#platform/web/page-translator.ts';
import { toast } from '#ui/toast.tsx';
import { changeMyProduct, deleteMyProduct } from '../contract.ts';

/** What a seller can do to a product in the list. */
export type ProductChange = 'sell' | 'unsell' | 'advertise' | 'unadvertise' | 'delete';

/** What a change sends: the change, the product's id, and its name for the toast. */
export interface ChangeForm extends Record<string, string> {
  change: ProductChange;
  id: string;
  name: string;
}

const MAKE: Record<ProductChange, (params: { id: string }) => Promise<unknown>> = {
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

/** The server's sentence in a toast is cut here, so that it stays a toast. */
const LONGEST = 160;

/** Makes one change and says how it went. Whoever is no longer signed in is left to the caller. */
export async function changeProduct(form: FormData): Promise<{ done: boolean }> {
  const { change, id, name } = Object.fromEntries(form) as ChangeForm;
  const { t } = pageTranslator();
  try {
    await MAKE[change]({ id });
  } catch (error) {
    if (error instanceof CallError && error.status === 401) throw error;
    if (!(error instanceof CallError)) console.error(error);
    const sentence = error instanceof CallError ? error.message : '';
    toast.error(sentence.slice(0, LONGEST) || t('error.unavailable'));
    return { done: false };
  }
  toast.success(t(DONE[change], { name }));
  return { done: true };
}
