import './overview.css';
import { PROVIDER_NAMES } from '#modules/payments/rules.ts';
import { PageHead } from '#platform/lists/page-head.tsx';
import { authenticatedLoader, cachedClientLoader } from '#platform/web/authenticated-loader.ts';
import { useTranslator } from '#platform/web/translator.tsx';
import { Alert } from '#ui/alert.tsx';
import { getOverview, MEASURES, type Overview } from '../contract.ts';
import type { Route } from './+types/overview.ts';
import { DayChart } from './day-chart.tsx';
import { DayTable } from './day-table.tsx';
import { TaskList } from './task-list.tsx';

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

/** Payments that no booking has. An admin looks for them at the provider. */
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
