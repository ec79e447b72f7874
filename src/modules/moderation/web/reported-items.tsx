import './reports.css';
import { useRef } from 'react';
import { useNavigate } from 'react-router';
import { toastedAction } from '#platform/forms/action-result.ts';
import { RowQuestion } from '#platform/forms/row-question.tsx';
import { authenticatedAction } from '#platform/forms/run-action.ts';
import { useRowAction } from '#platform/forms/use-row-action.ts';
import { PageHead } from '#platform/lists/page-head.tsx';
import { authenticatedLoader, cachedClientLoader } from '#platform/web/authenticated-loader.ts';
import { useTranslator } from '#platform/web/translator.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { Segmented } from '#ui/segmented.tsx';
import { CASE_STATES, type CaseState } from '../rules.ts';
import type { Route } from './+types/reported-items.ts';
import { decide, decisionForm, firstButtonId, loadCases } from './cases.ts';
import { ReportedTable } from './reported-table.tsx';

export const handle = { title: 'dash.reported', lead: 'reports.lead', thing: 'reports.thing' } as const;

export const loader = authenticatedLoader(loadCases);
export const clientLoader = cachedClientLoader<Route.ClientLoaderArgs>();
export const action = authenticatedAction(decide);
export const clientAction = toastedAction<Route.ClientActionArgs>();

export default function ReportedItems({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslator();
  const navigate = useNavigate();
  const heading = useRef<HTMLHeadingElement>(null);
  const { items, state } = loaderData;
  const deciding = useRowAction(items, firstButtonId, heading);
  const show = (next: CaseState) =>
    navigate(next === 'done' ? '?state=done' : '.', { replace: true, preventScrollReset: true });
  return (
    <>
      <PageHead texts={handle} heading={heading} />
      <RowQuestion
        of={deciding}
        question={(item) => ({
          fields: decisionForm(item, 'remove'),
          title: t('reports.removeQ', { name: item.itemName }),
          effect: t('reports.removeEffect'),
          keepLabel: t('common.cancel'),
          confirmLabel: t('reports.remove'),
          pendingLabel: t('reports.removing'),
        })}
      />
      <div className="reports-segments">
        <Segmented
          label={t('reports.which')}
          value={state}
          options={CASE_STATES.map((value) => ({ value, label: t(`reports.${value}`) }))}
          onChange={show}
        />
      </div>
      {items.length > 0 ? (
        <ReportedTable cases={loaderData} deciding={deciding} />
      ) : state === 'open' ? (
        <EmptyState title={t('reported.empty')} picture="/art/cut-teddy.svg" />
      ) : (
        <EmptyState title={t('reports.doneEmpty')} picture="/art/cut-books.svg">
          {t('reports.doneEmptyBody')}
        </EmptyState>
      )}
    </>
  );
}
