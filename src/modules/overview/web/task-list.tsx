import { Link } from 'react-router';
import { useTranslator } from '#platform/web/translator.tsx';
import { type Overview, TASKS } from '../contract.ts';
import { sayNumber } from './say-number.ts';

const PAGES = {
  disputes: '/dashboard/disputes?state=decision',
  payouts: '/dashboard/payouts',
  refunds: '/dashboard/payments',
  reports: '/dashboard/reporteditems',
  messages: '/dashboard/messages',
} as const;

/** The work that waits for admins: a number for each page, which leads there. */
export function TaskList({ tasks }: Pick<Overview, 'tasks'>) {
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
              <b className="num">{sayNumber(translator, tasks[task])}</b>
              <span>{t(`overview.task.${task}`)}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
