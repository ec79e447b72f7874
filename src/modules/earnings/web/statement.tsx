import './paper.css';
import { Link } from 'react-router';
import { authenticatedLoader, cachedClientLoader, type UserRequest } from '#platform/web/authenticated-loader.ts';
import { useTranslator } from '#platform/web/translator.tsx';
import { getStatement } from '../contract.ts';
import { adjacentMonth, monthOf } from '../rules.ts';
import type { Route } from './+types/statement.ts';
import { PrintButton } from './print-button.tsx';
import { StatementEntries } from './statement-entries.tsx';

export const handle = { title: 'statement.title', thing: 'statement.thing' } as const;

/** Returns the statement of the month in the page's address, or of this one. */
async function loadStatement({ api, url, user }: UserRequest) {
  const thisMonth = monthOf(new Date());
  const month = url.searchParams.get('month') ?? thisMonth;
  return { statement: await api.send(getStatement, { query: { month } }), name: user.name, thisMonth };
}

export const loader = authenticatedLoader(loadStatement);
export const clientLoader = cachedClientLoader<Route.ClientLoaderArgs>(({ url }) => url.pathname + url.search);

export default function StatementPage({ loaderData: { statement, name, thisMonth } }: Route.ComponentProps) {
  const { t, product, month } = useTranslator();
  const title = t('statement.of', { month: month(statement.month) });
  return (
    <>
      <title>{`${title} · ${product}`}</title>
      <div className="paper-actions">
        <PrintButton label={t('statement.print')} />
        <OtherMonths month={statement.month} last={thisMonth} />
      </div>
      <article className="paper">
        <header className="paper-head">
          <h1 tabIndex={-1}>{title}</h1>
          <b>{product}</b>
        </header>
        <dl className="paper-facts">
          <div>
            <dt>{t('statement.for')}</dt>
            <dd>{name}</dd>
          </div>
        </dl>
        <StatementEntries statement={statement} />
        <p className="paper-note">{t('statement.note')}</p>
      </article>
    </>
  );
}

function OtherMonths({ month, last }: { month: string; last: string }) {
  const { t } = useTranslator();
  const link = (to: string, label: string) => (
    <Link className="text-link tap-link" to={to}>
      {label}
    </Link>
  );
  return (
    <nav aria-label={t('statement.months')} className="paper-actions-links">
      {link('/dashboard/myearnings', t('statement.back'))}
      {link(`?month=${adjacentMonth(month, -1)}`, t('statement.before'))}
      {month < last && link(`?month=${adjacentMonth(month, 1)}`, t('statement.after'))}
    </nav>
  );
}
