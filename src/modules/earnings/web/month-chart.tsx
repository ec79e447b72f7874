import { formatShortMonth, formatShortNumber } from '#i18n/chart-format.ts';
import { useTranslator } from '#platform/web/translator.tsx';
import type { Earnings } from '../contract.ts';
import { chartSteps } from '../rules.ts';

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

/** Pixels of a drawing. `axis` is the room for the values at the left; the narrow one prints them on the bars alone. */
const WIDE = { name: 'wide', width: 530, axis: 48, bar: 54, first: 60, apart: 78 };
const NARROW = { name: 'narrow', width: 290, axis: 0, bar: 38, first: 2, apart: 49 };
type Drawing = typeof WIDE;

const TOP_PX = 24;
const FLOOR_PX = 168;
const HEIGHT_PX = 196;

/** A drawing of bars with their values. */
function MonthBars({ months, drawing }: Pick<Earnings, 'months'> & { drawing: Drawing }) {
  const { t, language, month, money, number } = useTranslator();
  const steps = chartSteps(Math.max(...months.map(({ earned }) => earned)));
  const highest = steps.at(-1) ?? 1;
  const yOf = (tk: number) => FLOOR_PX - ((FLOOR_PX - TOP_PX) * Math.max(0, tk)) / highest;
  const list = months.map((one) => `${month(one.month)} ${money(one.earned)}`).join(', ');
  const isWide = drawing.axis > 0;
  return (
    <svg
      className={`earnings-bars earnings-${drawing.name}`}
      viewBox={`0 0 ${drawing.width} ${HEIGHT_PX}`}
      role="img"
      aria-label={t('earn.byMonthText', { list })}
    >
      {isWide &&
        steps.map((step) => (
          <g key={step} className="earnings-step">
            <path d={`M${drawing.axis} ${yOf(step)}H${drawing.width}`} />
            <text x={drawing.axis - 6} y={yOf(step) + 4}>
              {formatShortNumber(language, step)}
            </text>
          </g>
        ))}
      {months.map(({ month, earned }, index) => {
        const x = drawing.first + index * drawing.apart;
        const y = yOf(earned);
        const value = isWide ? number(Math.round(earned)) : formatShortNumber(language, earned);
        return (
          <g key={month} className={index === months.length - 1 ? 'earnings-bar earnings-bar-now' : 'earnings-bar'}>
            {FLOOR_PX - y > 1 && (
              <rect x={x} y={y} width={drawing.bar} height={FLOOR_PX - y} rx={Math.min(10, (FLOOR_PX - y) / 2)} />
            )}
            <text x={x + drawing.bar / 2} y={y - 6} className="earnings-bar-value">
              {value}
            </text>
            <text x={x + drawing.bar / 2} y={HEIGHT_PX - 8}>
              {formatShortMonth(language, month)}
            </text>
          </g>
        );
      })}
      <path className="earnings-floor" d={`M${drawing.axis} ${FLOOR_PX}H${drawing.width}`} />
    </svg>
  );
}
