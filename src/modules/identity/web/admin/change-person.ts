import { CallError } from '#platform/contract/call-client.ts';
import { api, asSignedIn } from '#platform/web/api-client.ts';
import { pageTranslator } from '#platform/web/page-translator.ts';
import { toast } from '#ui/toast.tsx';
import { deleteUser, VERIFIED, verifyUser } from '../../contract.ts';

/** What a change sends: the change, the person's id, and the name for the toast. */
export interface PersonForm extends Record<string, string> {
  change: 'deleteSeller' | 'deleteBuyer' | 'verify';
  id: string;
  name: string;
}

const DONE = { deleteSeller: 'sellers.deleted', deleteBuyer: 'buyersList.deleted', verify: 'admin.verified' } as const;

/** The server's sentence in a toast is cut here, so that it stays a toast. */
const LONGEST = 160;

/** Makes one change to a person and says how it went. */
export function changePerson(request: Request): Promise<{ done: boolean }> {
  return asSignedIn(request, async () => {
    const { change, id, name } = Object.fromEntries(await request.formData()) as PersonForm;
    const { t } = pageTranslator();
    try {
      if (change === 'verify') await api.send(verifyUser, { params: { id }, body: { verify: VERIFIED } });
      else await api.send(deleteUser, { params: { id } });
    } catch (error) {
      if (error instanceof CallError && error.status === 401) throw error;
      if (!(error instanceof CallError)) console.error(error);
      const sentence = error instanceof CallError ? error.message : '';
      toast.error(sentence.slice(0, LONGEST) || t('error.unavailable'));
      return { done: false };
    }
    toast.success(t(DONE[change], { name }));
    return { done: true };
  });
}
