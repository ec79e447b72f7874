import { useTranslator } from '#platform/web/translator.tsx';
import type { Earnings } from '../contract.ts';
import { MonthBars, NARROW, WIDE } from './month-bars.tsx';

/** Earned by month, as bars with their values; a table holds the same. Phones have a narrower drawing. */
export function MonthChart({ months }: Pick<Earnings, 'months'>) {
  const { t, month, money } = useTranslator();
  return (
    <section className="earnings-card earnings-chart" aria-labelledby="earnings-months">
      <h2 id="earnings-months">{t('earn.byMonth')}</h2>
      <MonthBars months={months} drawing={WIDE} />
      <MonthBars months={months} drawing={NARROW} />
      <p className="earnings-note">{t('earn.byMonthNote')}</p>
      <details>
        <summary className="text-link tap-link">{t('earn.asTable')}</summary>
        <table className="earnings-months">
          <caption className="sr">{t('earn.byMonth')}</caption>
          <thead>
            <tr>
              <th scope="col">{t('earn.month')}</th>
              <th scope="col">{t('earn.earned')}</th>
            </tr>
          </thead>
          <tbody>
            {months.map((one) => (
              <tr key={one.month}>
                <th scope="row">{month(one.month)}</th>
                <td className="num">{money(one.earned)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </section>
  );
}
