import { useTranslator } from '#platform/web/translator.tsx';
import { MEASURES, type OverviewDay } from '../contract.ts';
import { sayNumber } from './say-number.ts';
import { useShortDay } from './use-short-day.ts';

/** The numbers of the charts as a table, the newest day first. It scrolls within its own box, also by keys. */
export function DayTable({ days }: { days: OverviewDay[] }) {
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
                    {sayNumber(translator, numbers[measure])}
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
