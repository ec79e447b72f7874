import './overview.css';
import { PageHead } from '#platform/lists/page-head.tsx';
import { authenticatedLoader, cachedClientLoader } from '#platform/web/authenticated-loader.ts';
import { useTranslator } from '#platform/web/translator.tsx';
import { getOverview, MEASURES } from '../contract.ts';
import type { Route } from './+types/overview.ts';
import { DayChart } from './day-chart.tsx';
import { DayTable } from './day-table.tsx';
import { TaskList } from './task-list.tsx';
import { UnknownCaptures } from './unknown-captures.tsx';

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
