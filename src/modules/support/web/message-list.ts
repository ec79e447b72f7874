import type { ActionResult } from '#platform/forms/action-result.ts';
import type { UserForm } from '#platform/forms/run-action.ts';
import { loadPages, pagesOf } from '#platform/lists/paging.ts';
import type { UserRequest } from '#platform/web/authenticated-loader.ts';
import { type ContactMessage, listMessages, markMessage } from '../contract.ts';
import type { MessageState } from '../rules.ts';

export interface MessageList {
  items: ContactMessage[];
  state: MessageState;
  more: boolean;
}

/** Returns the messages that the page's URL requests. */
export async function loadMessages({ api, url }: UserRequest): Promise<MessageList> {
  const state = url.searchParams.get('state') === 'answered' ? 'answered' : 'open';
  const list = await loadPages(pagesOf(url.searchParams), (cursor) =>
    api.send(listMessages, { query: { state, cursor } }),
  );
  return { ...list, state };
}

/** The form that marks a message; the name is for the toast. */
export interface MarkForm extends Record<string, string> {
  state: MessageState;
  id: string;
  name: string;
}

const DONE = { answered: 'support.markedToast', open: 'support.reopenedToast' } as const;

/** Marks a message as answered or as open. */
export async function mark({ api, form, t }: UserForm): Promise<ActionResult> {
  const { state, id, name } = Object.fromEntries(form) as MarkForm;
  await api.send(markMessage, { params: { id }, body: { state } });
  return { done: true, message: t(DONE[state], { name }) };
}

/** Returns the id of the button that marks a message. */
export const markButtonId = ({ _id }: ContactMessage) => `mark-${_id}`;
