import { z } from 'zod';
import { CallError } from '#platform/contract/call-client.ts';
import { text } from '#platform/contract/values.ts';
import { api, asSignedIn } from '#platform/web/api-client.ts';
import type { UserRequest } from '#platform/web/authenticated-loader.ts';
import { type FormReply, readForm, refusedForm } from '#platform/web/form.tsx';
import { pageTranslator } from '#platform/web/page-translator.ts';
import { loadPages, pagesOf } from '#platform/web/paging.ts';
import { runAction } from '#platform/web/run-action.ts';
import { toast } from '#ui/toast.tsx';
import { addSynonyms, editSynonyms, listSynonyms, removeSynonyms, synonymGroup } from '../contract.ts';

/** Returns as many groups as the page's address asks for. */
export function loadSynonyms({ api, url }: UserRequest) {
  return loadPages(pagesOf(url.searchParams), (cursor) => api.send(listSynonyms, { query: { cursor } }));
}

/** Returns the words of a group as typed: one a line, or separated by commas. */
export function readWords(typed: string): string[] {
  const words = typed.split(/[\n,،;]/).map((word) => word.trim());
  return [...new Set(words.filter(Boolean))];
}

/** The form of a group: one field with all words. */
export const typedGroup = z.object({
  words: text(2000).superRefine((typed, context) => {
    const { error } = synonymGroup.safeParse({ words: readWords(typed) });
    const message = error?.issues[0]?.message;
    if (message) context.addIssue({ code: 'custom', message });
  }),
});

export interface SynonymsResult {
  done: boolean;
  reply?: FormReply;
}

/** Adds, changes or deletes a group, and shows a toast with the result. */
export async function changeSynonyms(request: Request): Promise<SynonymsResult> {
  const form = await request.formData();
  const id = String(form.get('id') ?? '');
  if (form.get('change') !== 'delete') return asSignedIn(request, () => save(form, id));
  const send = () => api.send(removeSynonyms, { params: { id } });
  return runAction(request, send, { done: 'synonyms.deleted', values: { words: String(form.get('said')) } });
}

async function save(form: FormData, id: string): Promise<SynonymsResult> {
  const submission = await readForm(form, typedGroup);
  if (submission.status !== 'success') return { done: false, reply: submission.reply() };
  const body = { words: readWords(submission.value.words) };
  try {
    await (id ? api.send(editSynonyms, { params: { id }, body }) : api.send(addSynonyms, { body }));
  } catch (error) {
    if (error instanceof CallError && error.status === 401) throw error;
    return { done: false, reply: refusedForm(submission, error) };
  }
  toast.success(pageTranslator().t(id ? 'synonyms.changed' : 'synonyms.added', { words: body.words.join(', ') }));
  return { done: true };
}
