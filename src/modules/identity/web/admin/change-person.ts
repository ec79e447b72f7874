import { api } from '#platform/web/api-client.ts';
import { type ActionResult, runAction } from '#platform/web/run-action.ts';
import { deleteUser, VERIFIED, verifyUser } from '../../contract.ts';

/** The form of a change; the name is for the toast. */
export interface PersonForm extends Record<string, string> {
  change: 'deleteSeller' | 'deleteBuyer' | 'verify';
  id: string;
  name: string;
}

const DONE = { deleteSeller: 'sellers.deleted', deleteBuyer: 'buyersList.deleted', verify: 'admin.verified' } as const;

/** Verifies or deletes a person. */
export async function changePerson(request: Request): Promise<ActionResult> {
  const { change, id, name } = Object.fromEntries(await request.formData()) as PersonForm;
  const send = () =>
    change === 'verify'
      ? api.send(verifyUser, { params: { id }, body: { verify: VERIFIED } })
      : api.send(deleteUser, { params: { id } });
  return runAction(request, send, { done: DONE[change], values: { name } });
}
