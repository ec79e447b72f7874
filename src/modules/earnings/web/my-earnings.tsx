import './my-earnings.css';
import { Printer } from 'lucide-react';
import { useNavigate } from 'react-router';
import { type ActionResult, toastedAction } from '#platform/forms/action-result.ts';
import { authenticatedAction, choiceOf, sendForm, type UserForm } from '#platform/forms/run-action.ts';
import { DownloadButton } from '#platform/lists/download-button.tsx';
import { PageHead } from '#platform/lists/page-head.tsx';
import { loadPages, pagesOf } from '#platform/lists/paging.ts';
import { authenticatedLoader, cachedClientLoader, type UserRequest } from '#platform/web/authenticated-loader.ts';
import { useTranslator } from '#platform/web/translator.tsx';
import { LinkButton } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { Segmented } from '#ui/segmented.tsx';
import {
  changePayoutAccount,
  changeWeekly,
  downloadEarnings,
  type Earnings,
  type EarningsLine,
  getEarnings,
  LINE_FILTERS,
  type LineFilter,
  listEarnings,
  requestPayout,
} from '../contract.ts';
import type { Route } from './+types/my-earnings.ts';
import { accountForm } from './account-form.ts';
import { EarningsStats } from './earnings-stats.tsx';
import { MonthChart } from './month-chart.tsx';
import { PayoutAccountPanel } from './payout-account-panel.tsx';
import { SalesTable } from './sales-table.tsx';

export const handle = { title: 'dash.earnings', thing: 'earn.thing' } as const;

export const loader = authenticatedLoader(loadEarnings);
export const clientLoader = cachedClientLoader<Route.ClientLoaderArgs>();
export const action = authenticatedAction(changeEarnings);
export const clientAction = toastedAction<Route.ClientActionArgs>((form) =>
  form.get('intent') === 'account' ? undefined : 'error.unavailable',
);

export default function MyEarnings({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslator();
  const { earnings, items, show } = loaderData;
  const isEmpty = items.length === 0 && !show;
  return (
    <>
      <PageHead texts={handle}>
        <div className="earnings-actions">
          <DownloadButton
            call={downloadEarnings}
            input={{}}
            name="earnings"
            label={t('earn.download')}
            pendingLabel={t('earn.downloadPending')}
            done={t('earn.downloaded')}
          />
          <LinkButton
            look="ghost"
            size="sm"
            icon={<Printer className="icon" aria-hidden />}
            to="/dashboard/myearnings/statement"
          >
            {t('earn.statement')}
          </LinkButton>
        </div>
      </PageHead>
      <EarningsStats earnings={earnings} />
      <div className="earnings-columns">
        <MonthChart months={earnings.months} />
        <PayoutAccountPanel earnings={earnings} />
      </div>
      {isEmpty ? (
        <EmptyState title={t('earn.empty')} picture="/art/cut-rings.svg">
          {t('earn.emptyBody')}
        </EmptyState>
      ) : (
        <section aria-labelledby="earnings-sales">
          <div className="earnings-head">
            <h2 id="earnings-sales">{t('earn.lines')}</h2>
            <LineFilters show={show} />
          </div>
          {items.length > 0 ? (
            <SalesTable {...loaderData} inspectionHours={earnings.inspectionHours} />
          ) : (
            <EmptyState title={t('earn.emptyFilter')} picture="/art/cut-books.svg">
              {t('earn.emptyFilterBody')}
            </EmptyState>
          )}
        </section>
      )}
    </>
  );
}

const FILTER_LABELS = { all: 'earn.all', 'on-hold': 'earn.onHold', released: 'earn.released' } as const;

/** Shows all sales, those whose money waits, or those whose money was released. */
function LineFilters({ show }: { show: LineFilter | undefined }) {
  const { t } = useTranslator();
  const navigate = useNavigate();
  return (
    <Segmented
      label={t('earn.filter')}
      value={show ?? 'all'}
      options={(['all', ...LINE_FILTERS] as const).map((value) => ({ value, label: t(FILTER_LABELS[value]) }))}
      onChange={(next) => navigate(next === 'all' ? '.' : `?show=${next}`, { replace: true, preventScrollReset: true })}
    />
  );
}

interface EarningsPage {
  earnings: Earnings;
  items: EarningsLine[];
  more: boolean;
  show: LineFilter | undefined;
}

/** Returns a seller's sums, and the sales that the page's URL requests. */
async function loadEarnings({ api, url }: UserRequest): Promise<EarningsPage> {
  const show = LINE_FILTERS.find((filter) => filter === url.searchParams.get('show'));
  // Sales whose deadline passed end with this call, before they are listed.
  const earnings = await api.send(getEarnings, {});
  const load = (cursor: string | undefined) => api.send(listEarnings, { query: { cursor, show } });
  const sales = await loadPages(pagesOf(url.searchParams), load);
  return { earnings, ...sales, show };
}

/** Runs a form of My earnings: a payout, the last one, weekly payouts, or the payout account. */
async function changeEarnings(request: UserForm): Promise<ActionResult> {
  const { api, form, t, money } = request;
  const intent = choiceOf(request, 'intent', ['request', 'last', 'weekly', 'account']);
  if (intent === 'account') return saveAccount(request);
  if (intent === 'weekly') {
    const weekly = form.get('weekly') === 'on';
    await api.send(changeWeekly, { body: { weekly } });
    return { done: true, message: t(weekly ? 'earn.weeklyOn' : 'earn.weeklyOff') };
  }
  const query = intent === 'last' ? { last: 'true' as const } : {};
  const { amount, number } = await api.send(requestPayout, { query });
  return { done: true, message: t('earn.requested', { amount: money(amount), number }) };
}

function saveAccount({ api, form, t, date }: UserForm): Promise<ActionResult> {
  return sendForm(
    form,
    accountForm,
    async (body) => {
      const { modifiedCount, payableFrom } = await api.send(changePayoutAccount, { body });
      const message = modifiedCount > 0 ? t('earn.accountSaved', { date: date(payableFrom) }) : t('earn.accountSame');
      return { done: true, message };
    },
    ['password'],
  );
}
