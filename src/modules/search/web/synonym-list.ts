import { z } from 'zod';
import { CallError } from '#platform/contract/call-client.ts';
import { text } from '#platform/contract/values.ts';
import { api, asAdmin, asSignedIn } from '#platform/web/api-client.ts';
import { type FormReply, readForm, refusedForm } from '#platform/web/form.tsx';
import { pageTranslator } from '#platform/web/page-translator.ts';
import { loadPages, pagesOf } from '#platform/web/paging.ts';
import { toast } from '#ui/toast.tsx';
import { addSynonyms, editSynonyms, listSynonyms, removeSynonyms, type Synonyms, synonymGroup } from '../contract.ts';

export interface SynonymList {
  items: Synonyms[];
  pages: number;
  more: boolean;
}

/** As many groups as an address asks for. */
export function loadSynonyms(request: Request): Promise<SynonymList> {
  return asAdmin(request, async () => {
    const pages = pagesOf(new URL(request.url).searchParams);
    return { pages, ...(await loadPages(pages, (cursor) => api.send(listSynonyms, { query: { cursor } }))) };
  });
}

/** How a group is said in one line. */
export const joined = ({ words }: Pick<Synonyms, 'words'>) => words.join(', ');

/** The words of a group as somebody typed them: one on each line, or with commas between. */
export function readWords(typed: string): string[] {
  const words = typed.split(/[\n,،;]/).map((word) => word.trim());
  return [...new Set(words.filter(Boolean))];
}

/** The form of a group: one field with all its words. */
export const typedGroup = z.object({
  words: text(2000).superRefine((typed, context) => {
    const { error } = synonymGroup.safeParse({ words: readWords(typed) });
    const message = error?.issues[0]?.message;
    if (message) context.addIssue({ code: 'custom', message });
  }),
});

export interface SynonymsAnswer {
  done: boolean;
  reply?: FormReply;
}

/** Adds, changes or deletes a group, and says how that went. */
export function changeSynonyms(request: Request): Promise<SynonymsAnswer> {
  return asSignedIn(request, async () => {
    const form = await request.formData();
    const id = String(form.get('id') ?? '');
    return form.get('change') === 'delete' ? remove(id, String(form.get('said'))) : save(form, id);
  });
}

async function save(form: FormData, id: string): Promise<SynonymsAnswer> {
  const submission = await readForm(form, typedGroup);
  if (submission.status !== 'success') return { done: false, reply: submission.reply() };
  const body = { words: readWords(submission.value.words) };
  try {
    await (id ? api.send(editSynonyms, { params: { id }, body }) : api.send(addSynonyms, { body }));
  } catch (error) {
    if (error instanceof CallError && error.status === 401) throw error;
    return { done: false, reply: refusedForm(submission, error) };
  }
  toast.success(pageTranslator().t(id ? 'synonyms.changed' : 'synonyms.added', { words: joined(body) }));
  return { done: true };
}

async function remove(id: string, said: string): Promise<SynonymsAnswer> {
  const { t } = pageTranslator();
  try {
    await api.send(removeSynonyms, { params: { id } });
  } catch (error) {
    if (error instanceof CallError && error.status === 401) throw error;
    if (!(error instanceof CallError)) console.error(error);
    toast.error((error instanceof CallError && error.message) || t('error.unavailable'));
    return { done: false };
  }
  toast.success(t('synonyms.deleted', { words: said }));
  return { done: true };
}
