import { type RefObject, useRef, useState } from 'react';
import { useFetcher, useFetchers, useSearchParams, useSubmit } from 'react-router';
import type { ActionResult } from './action-result.ts';
import { useActionResult } from './use-action-result.ts';

export type RowAction<Row> = ReturnType<typeof useRowAction<Row & { _id: string }>>;

/**
 * Changes rows, directly or after a confirmation. Each row has its own request, which goes on when the user leaves the
 * page. A changed row mostly leaves the list. The focus moves to the button of the row after it, or to the heading.
 * `buttonId` returns the button's id. A row that stays keeps the focus where it has a button. With several requests under
 * way, the last sent row moves the focus. `?ask=` in the page's address opens the confirmation of a row.
 */
export function useRowAction<Row extends { _id: string }>(
  rows: readonly Row[],
  buttonId: (row: Row) => string,
  heading: RefObject<HTMLElement | null>,
  param = 'ask',
) {
  const [search] = useSearchParams();
  const [openRow, setOpenRow] = useState(() => rows.find(({ _id }) => _id === search.get(param)) ?? null);
  const lastOpenRow = useRef(openRow);
  const changed = useRef<Row>(undefined);
  const next = useRef<Row>(undefined);
  const finalFocus = useRef<HTMLElement>(null);
  const submit = useSubmit();
  const fetchers = useFetchers();
  const keyOf = ({ _id }: Row) => `${param} ${_id}`;
  const pending = (row: Row) => fetchers.find(({ key }) => key === keyOf(row))?.formData;
  /** The rows whose requests or reloads are under way. `pending` has them one render later. */
  const sending = useRef(new Set<string>());
  const [lastSent, setLastSent] = useState('');
  const fetcher = useFetcher<ActionResult>({ key: lastSent });

  useActionResult(fetcher, ({ done }) => {
    const [own, following] = [changed.current, next.current].map(
      (row) => row && document.getElementById(buttonId(row)),
    );
    const button = own ?? following;
    finalFocus.current = done ? (button ?? heading.current) : null;
    if (openRow?._id === changed.current?._id) setOpenRow(null);
    else if (!openRow) finalFocus.current?.focus();
  });

  return {
    param,
    /** The row whose question is open; null without one. */
    openRow,
    /** The row of the last question, for the texts of a closing dialog. */
    lastOpenRow: openRow ?? lastOpenRow.current,
    finalFocus,
    /** The form of a row, until the list is loaded again. */
    pending,
    send(row: Row, form: Record<string, string>) {
      const key = keyOf(row);
      if (sending.current.has(key) || pending(row)) return;
      sending.current.add(key);
      changed.current = row;
      // The list may have been loaded again since the question opened.
      const at = rows.findIndex(({ _id }) => _id === row._id);
      next.current = at < 0 ? undefined : rows[at + 1];
      setLastSent(key);
      submit(form, { method: 'post', navigate: false, fetcherKey: key }).finally(() => sending.current.delete(key));
    },
    /** Props of the form whose button opens the question about a row. */
    opener: (row: Row) => ({
      name: param,
      value: row._id,
      open() {
        lastOpenRow.current = row;
        setOpenRow(row);
      },
    }),
    close: () => setOpenRow(null),
  };
}
