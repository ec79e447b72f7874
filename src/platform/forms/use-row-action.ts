import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useFetcher, useSearchParams } from 'react-router';
import type { ActionResult } from './action-result.ts';
import { useActionResult } from './use-action-result.ts';

export type RowAction<Row> = ReturnType<typeof useRowAction<Row & { _id: string }>>;

/**
 * Changes one row at a time, directly or after a confirmation. A changed row mostly leaves the list. The focus moves
 * to the next row's button, whose id `buttonId` returns, or to the heading. A row that stays keeps the focus where it
 * has a button. `?ask=` in the page's address opens the confirmation of a row.
 */
export function useRowAction<Row extends { _id: string }>(
  rows: readonly Row[],
  buttonId: (row: Row) => string,
  heading: RefObject<HTMLElement | null>,
  param = 'ask',
) {
  const [search] = useSearchParams();
  const [asked, setAsked] = useState(() => rows.find(({ _id }) => _id === search.get(param)) ?? null);
  const lastAsked = useRef(asked);
  const changed = useRef<Row>(undefined);
  const next = useRef<Row>(undefined);
  const finalFocus = useRef<HTMLElement>(null);
  const fetcher = useFetcher<ActionResult>();
  const { state, formData, data } = fetcher;
  /** The first one's request is under way. */
  const queue = useRef<[row: Row, form: Record<string, string>][]>([]);

  const startNext = useEffectEvent(() => {
    if (queue.current.shift()) start();
  });
  useEffect(() => {
    if (data) startNext();
  }, [data]);

  useActionResult(fetcher, ({ done }) => {
    const [own, following] = [changed.current, next.current].map(
      (row) => row && document.getElementById(buttonId(row)),
    );
    const button = own ?? following;
    finalFocus.current = done ? (button ?? heading.current) : null;
    if (asked?._id === changed.current?._id) setAsked(null);
    else if (!asked) finalFocus.current?.focus();
  });

  function start() {
    const [first] = queue.current;
    if (!first) return;
    const [row, form] = first;
    changed.current = row;
    // The list may have been loaded again since the question opened.
    const at = rows.findIndex(({ _id }) => _id === row._id);
    next.current = at < 0 ? undefined : rows[at + 1];
    fetcher.submit(form, { method: 'post' });
  }

  return {
    param,
    /** The row that the question is about, while it is open. */
    asked,
    /** The same row until the next question, for the texts of a closing dialog. */
    lastAsked: asked ?? lastAsked.current,
    finalFocus,
    pending: state === 'idle' ? null : formData,
    send(row: Row, form: Record<string, string>) {
      // A row cannot change again before its list is loaded again.
      if (state !== 'idle' && changed.current?._id === row._id) return;
      if (queue.current.some(([{ _id }]) => _id === row._id)) return;
      if (queue.current.push([row, form]) === 1) start();
    },
    /** Props of the form whose button opens the question about a row. */
    opener: (row: Row) => ({
      name: param,
      value: row._id,
      open() {
        lastAsked.current = row;
        setAsked(row);
      },
    }),
    close: () => setAsked(null),
  };
}
