import { type RefObject, useRef, useState } from 'react';
import { useFetcher } from 'react-router';
import { useActionResult } from '#platform/web/use-action-result.ts';
import type { ReportedItem } from '../contract.ts';
import type { Decision } from '../rules.ts';
import type { DecisionForm, decide } from './cases.ts';

/** The first button of a case's row. */
export const firstActionId = (item: ReportedItem) => `decide-${item._id}`;

export type Decisions = ReturnType<typeof useDecisions>;

/**
 * Decides on one item after another: keeping at a press, removing after a question. A row that is decided on leaves the
 * list, so the focus goes to the next one, or to the heading.
 */
export function useDecisions(items: readonly ReportedItem[], heading: RefObject<HTMLElement | null>) {
  const [asked, setAsked] = useState<ReportedItem | null>(null);
  const named = useRef<ReportedItem>(null);
  const after = useRef<ReportedItem>(undefined);
  const finalFocus = useRef<HTMLElement>(null);
  const fetcher = useFetcher<typeof decide>();
  const { state, formData } = fetcher;

  useActionResult(fetcher, ({ done }) => {
    const next = after.current && document.getElementById(firstActionId(after.current));
    finalFocus.current = done ? (next ?? heading.current) : null;
    if (asked) setAsked(null);
    else finalFocus.current?.focus();
  });

  function send(item: ReportedItem, decision: Decision) {
    if (state !== 'idle') return;
    // The list may have been loaded again since the question.
    const at = items.findIndex(({ _id }) => _id === item._id);
    after.current = at < 0 ? undefined : items[at + 1];
    const form: DecisionForm = { decision, id: item.itemId, name: item.itemName };
    fetcher.submit(form, { method: 'post' });
  }
  return {
    /** The item whose removal is asked about. */
    asked,
    /** The same, still named while the question leaves the screen. */
    named: asked ?? named.current,
    finalFocus,
    /** What is being decided, and on which product. */
    pending: state === 'idle' ? null : { decision: formData?.get('decision') as Decision, itemId: formData?.get('id') },
    send,
    ask(item: ReportedItem) {
      named.current = item;
      setAsked(item);
    },
    forget: () => setAsked(null),
    confirm: () => asked && send(asked, 'remove'),
  };
}
