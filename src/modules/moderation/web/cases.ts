import { CallError } from '#platform/contract/call-client.ts';
import { api, asAdmin, asSignedIn } from '#platform/web/api-client.ts';
import { pageTranslator } from '#platform/web/page-translator.ts';
import { loadPages, pagesOf } from '#platform/web/paging.ts';
import { toast } from '#ui/toast.tsx';
import { decideOnReports, listReportedItems, type ReportedItem } from '../contract.ts';
import type { CaseState, Decision } from '../rules.ts';

export interface Cases {
  items: ReportedItem[];
  state: CaseState;
  pages: number;
  more: boolean;
}

/** The reported items that an address asks for. */
export function loadCases(request: Request): Promise<Cases> {
  return asAdmin(request, async () => {
    const search = new URL(request.url).searchParams;
    const pages = pagesOf(search);
    const state = search.get('state') === 'done' ? 'done' : 'open';
    const { items, more } = await loadPages(pages, (cursor) =>
      api.send(listReportedItems, { query: { state, cursor } }),
    );
    return { items, state, pages, more };
  });
}

/** What a decision sends; the name is for the toast. */
export interface DecisionForm extends Record<string, string> {
  decision: Decision;
  id: string;
  name: string;
}

const DONE = { keep: 'reports.keptToast', remove: 'reports.removedToast' } as const;

/** The server's sentence in a toast is cut here, so that it stays a toast. */
const LONGEST = 160;

/** Decides on a reported item and says how that went. */
export function decide(request: Request): Promise<{ done: boolean }> {
  return asSignedIn(request, async () => {
    const { decision, id: productId, name } = Object.fromEntries(await request.formData()) as DecisionForm;
    const { t } = pageTranslator();
    try {
      await api.send(decideOnReports, { params: { productId }, body: { decision } });
    } catch (error) {
      if (error instanceof CallError && error.status === 401) throw error;
      if (!(error instanceof CallError)) console.error(error);
      const sentence = error instanceof CallError ? error.message : '';
      toast.error(sentence.slice(0, LONGEST) || t('error.unavailable'));
      return { done: false };
    }
    toast.success(t(DONE[decision], { name }));
    return { done: true };
  });
}
