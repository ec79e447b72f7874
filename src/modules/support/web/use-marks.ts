import { type RefObject, useRef } from 'react';
import { useFetcher } from 'react-router';
import { useActionResult } from '#platform/web/use-action-result.ts';
import type { ContactMessage } from '../contract.ts';
import type { MessageState } from '../rules.ts';
import type { MarkForm, mark } from './message-list.ts';

/** The button that marks a message. */
export const markId = (message: ContactMessage) => `mark-${message._id}`;

export type Marks = ReturnType<typeof useMarks>;

/**
 * Marks one message after another. A row that is marked leaves the list, so the focus goes to the next one, or to the
 * heading.
 */
export function useMarks(items: readonly ContactMessage[], heading: RefObject<HTMLElement | null>) {
  const after = useRef<ContactMessage>(undefined);
  const fetcher = useFetcher<typeof mark>();
  const { state, formData } = fetcher;

  useActionResult(fetcher, ({ done }) => {
    if (!done) return;
    const next = after.current && document.getElementById(markId(after.current));
    (next ?? heading.current)?.focus();
  });

  return {
    /** The message that is being marked. */
    pendingId: state === 'idle' ? null : formData?.get('id'),
    send(message: ContactMessage, to: MessageState) {
      if (state !== 'idle') return;
      after.current = items[items.indexOf(message) + 1];
      const form: MarkForm = { state: to, id: message._id, name: message.name };
      fetcher.submit(form, { method: 'post' });
    },
  };
}
