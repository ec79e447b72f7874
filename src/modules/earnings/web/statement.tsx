import './paper.css';
import { Link } from 'react-router';
import { authenticatedLoader, cachedClientLoader, type UserRequest } from '#platform/web/authenticated-loader.ts';
import { type Translator, useTranslator } from '#platform/web/translator.tsx';
import { getStatement, type Statement } from '../contract.ts';
import { adjacentMonth, monthOf } from '../rules.ts';
import type { Route } from './+types/statement.ts';
import { PrintButton } from './print-button.tsx';

export const handle = { title: 'statement.title', thing: 'statement.thing' } as const;

/** Returns the statement of the month in the page's URL, or of this one. */
async function loadStatement({ api, url, user }: UserRequest) {
  const now = new Date();
  const thisMonth = monthOf(now);
  const month = url.searchParams.get('month') ?? thisMonth;
  return {
    statement: await api.send(getStatement, { query: { month } }),
    name: user.name,
    thisMonth,
    today: now.toISOString(),
  };
}

export const loader = authenticatedLoader(loadStatement);
export const clientLoader = cachedClientLoader<Route.ClientLoaderArgs>();

export default function StatementPage({ loaderData }: Route.ComponentProps) {
  const { statement, name, thisMonth, today } = loaderData;
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
        <StatementEntries statement={statement} today={statement.month < thisMonth ? undefined : today} />
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

/** The entries of a month, between its first balance and its last one. The last balance of this month is today's. */
function StatementEntries({ statement, today }: { statement: Statement; today: string | undefined }) {
  const translator = useTranslator();
  const { t, money, day } = translator;
  const { entries, opening, closing, more } = statement;
  return (
    <>
      <table className="paper-table">
        <thead>
          <tr>
            <th scope="col">{t('statement.date')}</th>
            <th scope="col">{t('statement.what')}</th>
            <th scope="col">{t('statement.amount')}</th>
          </tr>
        </thead>
        <tbody>
          <tr>
            <td />
            <th scope="row">{t('statement.opening')}</th>
            <td className="num">{money(opening)}</td>
          </tr>
          {entries.map((entry) => (
            <tr key={entry._id}>
              <td>
                <time dateTime={entry.at}>{day(entry.at)}</time>
              </td>
              <th scope="row">{describe(entry, translator)}</th>
              <td className="num">{money(entry.amount)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <td>{today && <time dateTime={today}>{day(today)}</time>}</td>
            <th scope="row">{t(today ? 'statement.closingNow' : 'statement.closing')}</th>
            <td className="num">{money(closing)}</td>
          </tr>
        </tfoot>
      </table>
      {entries.length === 0 && <p>{t('statement.none')}</p>}
      {more && <p>{t('statement.more', { n: entries.length })}</p>}
    </>
  );
}

function describe(entry: Statement['entries'][number], { t }: Translator) {
  const { kind, itemName: item = '', method, payout: number = '', payoutKind } = entry;
  switch (kind) {
    case 'release':
    case 'take_back':
      return t(`statement.${kind}`, { item, method: method ? t(`earn.by.${method}`) : '' });
    case 'payout':
    case 'payout_failed':
      return t(`statement.${kind}`, { number, method: payoutKind ? t(`earn.kind.${payoutKind}`) : '' });
    default:
      return t('statement.correction');
  }
}
