import './reports.css';
import { type RefObject, useEffect, useRef } from 'react';
import { useNavigate } from 'react-router';
import { useTranslator } from '#platform/web/translator.tsx';
import { EmptyState, ErrorState } from '#ui/empty-state.tsx';
import { Segmented } from '#ui/segmented.tsx';
import { RowSkeletons } from '#ui/skeleton.tsx';
import { CASE_STATES, type CaseState } from '../rules.ts';
import type { Route } from './+types/reported-items.ts';
import { decide, loadCases } from './cases.ts';
import { RemovalQuestion } from './removal-question.tsx';
import { ReportedTable } from './reported-table.tsx';
import { useDecisions } from './use-decisions.ts';

export function clientLoader({ request }: Route.ClientLoaderArgs) {
  return loadCases(request);
}

export function clientAction({ request }: Route.ClientActionArgs) {
  return decide(request);
}

function Head({ heading }: { heading?: RefObject<HTMLHeadingElement | null> }) {
  const { t, product } = useTranslator();
  return (
    <div className="page-head">
      <title>{`${t('dash.reported')} · ${product}`}</title>
      <div>
        <h1 tabIndex={-1} ref={heading}>
          {t('dash.reported')}
        </h1>
        <p>{t('reports.lead')}</p>
      </div>
    </div>
  );
}

export function HydrateFallback() {
  const { t } = useTranslator();
  return (
    <>
      <Head />
      <RowSkeletons label={t('common.loading')} count={4} />
    </>
  );
}

export default function ReportedItems({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslator();
  const navigate = useNavigate();
  const heading = useRef<HTMLHeadingElement>(null);
  const { items, state } = loaderData;
  const decisions = useDecisions(items, heading);
  const show = (next: CaseState) =>
    navigate(next === 'done' ? '?state=done' : '.', { replace: true, preventScrollReset: true });
  return (
    <>
      <Head heading={heading} />
      <div className="reports-segments">
        <Segmented
          label={t('reports.which')}
          value={state}
          options={CASE_STATES.map((value) => ({ value, label: t(`reports.${value}`) }))}
          onChange={show}
        />
      </div>
      {items.length > 0 ? (
        <ReportedTable cases={loaderData} decisions={decisions} />
      ) : state === 'open' ? (
        <EmptyState title={t('reported.empty')} picture="/art/cut-teddy.svg" />
      ) : (
        <EmptyState title={t('reports.doneEmpty')} picture="/art/cut-books.svg">
          {t('reports.doneEmptyBody')}
        </EmptyState>
      )}
      <RemovalQuestion decisions={decisions} />
    </>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const { t } = useTranslator();
  useEffect(() => console.error(error), [error]);
  return (
    <>
      <Head />
      <ErrorState title={t('common.dropped')} retryLabel={t('common.tryAgain')}>
        {t('common.notLoaded', { thing: t('reports.thing') })}
      </ErrorState>
    </>
  );
}
