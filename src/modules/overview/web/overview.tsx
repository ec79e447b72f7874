import './overview.css';
import { Link } from 'react-router';
import { PROVIDER_NAMES } from '#modules/payments/rules.ts';
import { PageHead } from '#platform/lists/page-head.tsx';
import { authenticatedLoader, cachedClientLoader } from '#platform/web/authenticated-loader.ts';
import { useTranslator } from '#platform/web/translator.tsx';
import { Alert } from '#ui/alert.tsx';
import { getOverview, MEASURES, type Overview, type OverviewDay, TASKS } from '../contract.ts';
import type { Route } from './+types/overview.ts';
import { formatCapped } from './capped-number.ts';
import { DayChart } from './day-chart.tsx';
import { useShortDay } from './use-short-day.ts';

export const handle = { title: 'dash.overview', lead: 'overview.lead', thing: 'overview.thing' } as const;

export const loader = authenticatedLoader(({ api }) => api.send(getOverview, {}));
export const clientLoader = cachedClientLoader<Route.ClientLoaderArgs>();

export default function OverviewPage({ loaderData: { days, tasks, unknown } }: Route.ComponentProps) {
  const { t } = useTranslator();
  return (
    <>
      <PageHead texts={handle} />
      <TaskList tasks={tasks} />
      <UnknownCaptures unknown={unknown} />
      <section aria-labelledby="overview-days">
        <h2 id="overview-days" className="overview-title">
          {t('overview.days')}
        </h2>
        <div className="overview-charts">
          {MEASURES.map((measure) => (
            <DayChart key={measure} measure={measure} days={days} />
          ))}
        </div>
        <DayTable days={days} />
      </section>
    </>
  );
}

/** Payments without a booking, which an admin looks up at the provider. */
function UnknownCaptures({ unknown }: Pick<Overview, 'unknown'>) {
  const { t, money } = useTranslator();
  if (unknown.length === 0) return null;
  return (
    <section aria-labelledby="overview-unknown">
      <h2 id="overview-unknown" className="overview-title">
        {t('overview.unknown')}
      </h2>
      {unknown.map(({ provider, transactionId: number, amount }) => (
        <Alert key={provider + number} tone="warning" announce={false}>
          {t('overview.unknownLine', { provider: PROVIDER_NAMES[provider] ?? provider, number, amount: money(amount) })}
        </Alert>
      ))}
    </section>
  );
}

const PAGES = {
  disputes: '/dashboard/disputes?state=decision',
  payouts: '/dashboard/payouts',
  refunds: '/dashboard/payments',
  reports: '/dashboard/reporteditems',
  messages: '/dashboard/messages',
} as const;

/** The work that waits for admins: a count for each page, with a link. */
function TaskList({ tasks }: Pick<Overview, 'tasks'>) {
  const translator = useTranslator();
  const { t } = translator;
  return (
    <section aria-labelledby="overview-tasks">
      <h2 id="overview-tasks" className="overview-title">
        {t('overview.tasks')}
      </h2>
      <ul className="overview-tasks">
        {TASKS.map((task) => (
          <li key={task}>
            <Link to={PAGES[task]} className={tasks[task] > 0 ? 'overview-task overview-task-open' : 'overview-task'}>
              <b className="num">{formatCapped(translator, tasks[task])}</b>
              <span>{t(`overview.task.${task}`)}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The numbers of the charts as a table, the newest day first. It scrolls in its own box, also by keyboard. */
function DayTable({ days }: { days: OverviewDay[] }) {
  const translator = useTranslator();
  const { t } = translator;
  const shortDay = useShortDay();
  return (
    <details className="overview-table">
      <summary className="text-link tap-link">{t('overview.asTable')}</summary>
      <section className="overview-scroll" tabIndex={0} aria-labelledby="overview-days">
        <table>
          <caption className="sr">{t('overview.days')}</caption>
          <thead>
            <tr>
              <th scope="col">{t('overview.day')}</th>
              {MEASURES.map((measure) => (
                <th scope="col" key={measure}>
                  {t(`overview.${measure}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {days.toReversed().map(({ day, numbers }) => (
              <tr key={day}>
                <th scope="row">
                  <time dateTime={day}>{shortDay(day)}</time>
                </th>
                {MEASURES.map((measure) => (
                  <td key={measure} className="num">
                    {formatCapped(translator, numbers[measure])}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </details>
  );
}
