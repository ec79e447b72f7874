import type { ActionResult } from '#platform/forms/action-result.ts';
import type { UserForm } from '#platform/forms/run-action.ts';
import { loadPages, pagesOf } from '#platform/lists/paging.ts';
import type { UserRequest } from '#platform/web/authenticated-loader.ts';
import { decideOnReports, listReportedItems, type ReportedItem } from '../contract.ts';
import type { CaseState, Decision } from '../rules.ts';

export interface Cases {
  items: ReportedItem[];
  state: CaseState;
  more: boolean;
}

/** Returns the reported items that the page's URL requests. */
export async function loadCases({ api, url }: UserRequest): Promise<Cases> {
  const state = url.searchParams.get('state') === 'done' ? 'done' : 'open';
  const list = await loadPages(pagesOf(url.searchParams), (cursor) =>
    api.send(listReportedItems, { query: { state, cursor } }),
  );
  return { ...list, state };
}

/** The form of a decision; the name is for the toast. */
export interface DecisionForm extends Record<string, string> {
  decision: Decision;
  id: string;
  name: string;
}

/** Returns the form of a decision on an item. */
export function decisionForm({ itemId: id, itemName: name }: ReportedItem, decision: Decision): DecisionForm {
  return { decision, id, name };
}

const DONE = { keep: 'reports.keptToast', remove: 'reports.removedToast' } as const;

/** Decides on a reported item. */
export async function decide({ api, form, t }: UserForm): Promise<ActionResult> {
  const { decision, id: productId, name } = Object.fromEntries(form) as DecisionForm;
  await api.send(decideOnReports, { params: { productId }, body: { decision } });
  return { done: true, message: t(DONE[decision], { name }) };
}

/** The id of the first button of an item's row. */
export const firstButtonId = ({ _id }: ReportedItem) => `decide-${_id}`;
