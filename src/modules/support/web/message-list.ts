import { CallError } from '#platform/contract/call-client.ts';
import { api, asAdmin, asSignedIn } from '#platform/web/api-client.ts';
import { pageTranslator } from '#platform/web/page-translator.ts';
import { loadPages, pagesOf } from '#platform/web/paging.ts';
import { toast } from '#ui/toast.tsx';
import { type ContactMessage, listMessages, markMessage } from '../contract.ts';
import type { MessageState } from '../rules.ts';

export interface MessageList {
  items: ContactMessage[];
  state: MessageState;
  pages: number;
  more: boolean;
}

/** The messages that an address asks for. */
export function loadMessages(request: Request): Promise<MessageList> {
  return asAdmin(request, async () => {
    const search = new URL(request.url).searchParams;
    const pages = pagesOf(search);
    const state = search.get('state') === 'answered' ? 'answered' : 'open';
    const { items, more } = await loadPages(pages, (cursor) => api.send(listMessages, { query: { state, cursor } }));
    return { items, state, pages, more };
  });
}

/** What a mark sends; the name is for the toast. */
export interface MarkForm extends Record<string, string> {
  state: MessageState;
  id: string;
  name: string;
}

const DONE = { answered: 'support.markedToast', open: 'support.reopenedToast' } as const;

/** Marks a message as answered or as open again, and says how that went. */
export function mark(request: Request): Promise<{ done: boolean }> {
  return asSignedIn(request, async () => {
    const { state, id, name } = Object.fromEntries(await request.formData()) as MarkForm;
    const { t } = pageTranslator();
    try {
      await api.send(markMessage, { params: { id }, body: { state } });
    } catch (error) {
      if (error instanceof CallError && error.status === 401) throw error;
      if (!(error instanceof CallError)) console.error(error);
      toast.error((error instanceof CallError && error.message) || t('error.unavailable'));
      return { done: false };
    }
    toast.success(t(DONE[state], { name }));
    return { done: true };
  });
}
