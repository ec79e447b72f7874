import { z } from 'zod';
import { text } from '#platform/contract/values.ts';
import type { ActionResult } from '#platform/forms/action-result.ts';
import { sendForm, type UserForm } from '#platform/forms/run-action.ts';
import { loadPages, pagesOf } from '#platform/lists/paging.ts';
import type { UserRequest } from '#platform/web/authenticated-loader.ts';
import { addSynonyms, editSynonyms, listSynonyms, removeSynonyms, synonymGroup } from '../contract.ts';

/** Returns as many groups as the page's URL requests. */
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

/** Adds, changes or deletes a group. */
export async function changeSynonyms({ api, form, t }: UserForm): Promise<ActionResult> {
  const id = String(form.get('id') ?? '');
  if (form.get('change') === 'delete') {
    await api.send(removeSynonyms, { params: { id } });
    return { done: true, message: t('synonyms.deleted', { words: String(form.get('said')) }) };
  }
  return sendForm(form, typedGroup, async ({ words: typed }) => {
    const body = { words: readWords(typed) };
    await (id ? api.send(editSynonyms, { params: { id }, body }) : api.send(addSynonyms, { body }));
    return { done: true, message: t(id ? 'synonyms.changed' : 'synonyms.added', { words: body.words.join(', ') }) };
  });
}
