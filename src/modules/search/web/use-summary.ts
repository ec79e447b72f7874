import { useEffect, useState } from 'react';
import { CallError } from '#platform/contract/call-client.ts';
import { api } from '#platform/web/api-client.ts';
import { type SearchSummary, searchSummary } from '../contract.ts';
import { askFor, type Quest } from './quest.ts';

export type Summary = SearchSummary;
export type Count = Summary['total'];

/**
 * How many things there are, for each option. It comes beside the list and never holds it back: until it is there, the
 * last one stays, and `current` says whether it is about `quest`. Without it the filters work all the same.
 */
export function useSummary(quest: Quest | undefined): { summary: Summary | undefined; current: boolean } {
  const [known, setKnown] = useState<{ asked: string; summary: Summary | undefined }>();
  const asked = quest && JSON.stringify(askFor(quest));
  useEffect(() => {
    if (asked === undefined) return;
    const controller = new AbortController();
    const { signal } = controller;
    api
      .send(searchSummary, { query: JSON.parse(asked) }, { signal })
      .then((summary) => !signal.aborted && setKnown({ asked, summary }))
      .catch((error: unknown) => {
        if (signal.aborted) return;
        // Whose session has just ended is told so by the page.
        if (!(error instanceof CallError && error.status === 401)) console.error(error);
        setKnown({ asked, summary: undefined });
      });
    return () => controller.abort();
  }, [asked]);
  return { summary: known?.summary, current: known?.asked === asked };
}
