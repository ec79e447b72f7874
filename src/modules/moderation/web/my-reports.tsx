import './reports.css';
import { Suspense } from 'react';
import { useNavigate } from 'react-router';
import { getItem } from '#modules/catalogue/items.contract.ts';
import { CallError } from '#platform/contract/call-client.ts';
import { type ActionResult, formAction } from '#platform/forms/action-result.ts';
import { authenticatedAction, sendForm, type UserForm } from '#platform/forms/run-action.ts';
import { MoreRows } from '#platform/lists/more-rows.tsx';
import { PageHead } from '#platform/lists/page-head.tsx';
import { loadPages, pagesOf } from '#platform/lists/paging.ts';
import { authenticatedLoader, cachedClientLoader } from '#platform/web/authenticated-loader.ts';
import { type Translator, useTranslator } from '#platform/web/translator.tsx';
import { Chip } from '#ui/chip.tsx';
import { type Column, DataTable } from '#ui/data-table.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { Picture } from '#ui/picture.tsx';
import { listMyReports, type OwnReport, reportForm, reportProduct } from '../contract.ts';
import type { Route } from './+types/my-reports.ts';
import { ReportDialog } from './report-button.tsx';

export const handle = { title: 'reports.mine', lead: 'reports.mineLead', thing: 'reports.mineThing' } as const;

/** `?report=` names the product of a report form. Report buttons link there before the script has loaded. */
export const loader = authenticatedLoader(async ({ api, url: { searchParams } }) => {
  const id = searchParams.get('report');
  const [list, reported] = await Promise.all([
    loadPages(pagesOf(searchParams), (cursor) => api.send(listMyReports, { query: { cursor } })),
    id ? api.send(getItem, { params: { id } }).catch(nullIfRefused) : null,
  ]);
  return { ...list, reported };
});

/** A removed product needs no report. */
function nullIfRefused(error: unknown): null {
  if (error instanceof CallError && error.status < 500) return null;
  throw error;
}

export const clientLoader = cachedClientLoader<Route.ClientLoaderArgs>();

function sendReport({ api, form }: UserForm): Promise<ActionResult> {
  return sendForm(form, reportForm, async (body) => {
    const { message } = await api.send(reportProduct, { body: { productId: String(form.get('productId')), ...body } });
    return { done: true, message };
  });
}

/** Receives the report form of every page. */
export const action = authenticatedAction(sendReport);
export const clientAction = formAction<Route.ClientActionArgs>();

export default function MyReports({ loaderData: { items, more, reported }, actionData }: Route.ComponentProps) {
  const { t } = useTranslator();
  const navigate = useNavigate();
  return (
    <>
      <PageHead texts={handle} />
      {reported && (
        <Suspense>
          <ReportDialog product={reported} open={!actionData?.done} onClose={() => navigate('.', { replace: true })} />
        </Suspense>
      )}
      {items.length > 0 ? (
        <OwnReports reports={items} more={more} />
      ) : (
        <EmptyState title={t('reports.mineEmpty')} picture="/art/cut-teddy.svg">
          {t('reports.mineEmptyBody')}
        </EmptyState>
      )}
    </>
  );
}

/** The user's reports and their outcomes. */
function OwnReports({ reports, more }: { reports: OwnReport[]; more: boolean }) {
  const translator = useTranslator();
  const { t } = translator;
  return (
    <DataTable caption={t('reports.mine')} columns={columns(translator)} rows={reports} foot={more && <MoreRows />} />
  );
}

const OUTCOMES = {
  open: { tone: 'wait', text: 'reports.waiting' },
  kept: { tone: 'mute', text: 'reports.outcomeKept' },
  removed: { tone: 'ok', text: 'reports.outcomeRemoved' },
} as const;

function columns({ t, date }: Translator): Column<OwnReport>[] {
  return [
    {
      header: t('col.avatar'),
      phone: 'picture',
      cell: (report) => <Picture src={report.image} alt="" width={76} height={76} sizes="76px" />,
    },
    {
      header: t('col.item'),
      names: true,
      phone: 'title',
      cell: (report) => (
        <>
          {report.itemName}
          <small>{t('reports.reportedOn', { date: date(report.createdAt) })}</small>
        </>
      ),
    },
    {
      header: t('reports.reason'),
      phone: 'wide',
      cell: (report) => (
        <div className="reason">
          <blockquote>{report.reason}</blockquote>
        </div>
      ),
    },
    {
      header: t('reports.outcome'),
      phone: 'wide',
      cell: ({ outcome, decidedAt }) => (
        <div className="reports-outcome">
          <Chip tone={OUTCOMES[outcome].tone}>{t(OUTCOMES[outcome].text)}</Chip>
          {decidedAt && (
            <small>
              <time dateTime={decidedAt}>{date(decidedAt)}</time>
            </small>
          )}
        </div>
      ),
    },
  ];
}
