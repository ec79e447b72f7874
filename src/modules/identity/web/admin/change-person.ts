import type { ActionResult } from '#platform/forms/action-result.ts';
import { choiceOf, type UserForm } from '#platform/forms/run-action.ts';
import { deleteUser, VERIFIED, verifyUser } from '../../contract.ts';

/** The form of a change; the name is for the toast. */
export interface PersonForm extends Record<string, string> {
  change: 'deleteSeller' | 'deleteBuyer' | 'verify';
  id: string;
  name: string;
}

const DONE = { deleteSeller: 'sellers.deleted', deleteBuyer: 'buyersList.deleted', verify: 'admin.verified' } as const;

/** Verifies or deletes a person. */
export async function changePerson(request: UserForm): Promise<ActionResult> {
  const { api, form, t } = request;
  const change = choiceOf(request, 'change', ['verify', 'deleteSeller', 'deleteBuyer']);
  const { id, name } = Object.fromEntries(form) as PersonForm;
  if (change === 'verify') await api.send(verifyUser, { params: { id }, body: { verify: VERIFIED } });
  else await api.send(deleteUser, { params: { id } });
  return { done: true, message: t(DONE[change], { name }) };
}
