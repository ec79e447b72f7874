import { useTranslator } from '#platform/web/translator.tsx';
import { COUNTED_MAX_ROWS, type Measure, type OverviewDay } from '../contract.ts';
import { formatCapped } from './capped-number.ts';
import { useShortDay } from './use-short-day.ts';

const BAR_WIDTH_PX = 7;
const BAR_STEP_PX = 10;
const HEIGHT_PX = 72;

/** A measure: its sum, and a bar for each day. The table has the same numbers. */
export function DayChart({ measure, days }: { measure: Measure; days: OverviewDay[] }) {
  const translator = useTranslator();
  const { t, number } = translator;
  const shortDay = useShortDay();
  const numbers = days.map((one) => one.numbers[measure]);
  const most = Math.max(...numbers);
  const sum = numbers.reduce((total, one) => total + one, 0);
  const total = formatCapped(translator, sum, most >= COUNTED_MAX_ROWS);
  const [first, last] = [days.at(0)?.day ?? '', days.at(-1)?.day ?? ''];
  const id = `overview-${measure}`;
  return (
    <section className="overview-card" aria-labelledby={id}>
      <h3 id={id}>{t(`overview.${measure}`)}</h3>
      <p className="overview-sum num">{total}</p>
      <svg
        className="overview-bars"
        viewBox={`0 0 ${days.length * BAR_STEP_PX} ${HEIGHT_PX}`}
        role="img"
        aria-label={t('overview.chart', {
          measure: t(`overview.${measure}`),
          total,
          most: number(most),
          today: number(numbers.at(-1) ?? 0),
        })}
      >
        {numbers.map((one, index) => {
          const height = most > 0 ? (one / most) * (HEIGHT_PX - 4) : 0;
          return (
            <rect
              key={days[index]?.day}
              className={index === days.length - 1 ? 'overview-bar overview-bar-now' : 'overview-bar'}
              x={index * BAR_STEP_PX + (BAR_STEP_PX - BAR_WIDTH_PX) / 2}
              y={HEIGHT_PX - 2 - height}
              width={BAR_WIDTH_PX}
              height={height}
              rx={Math.min(2, height / 2)}
            />
          );
        })}
        <path className="overview-floor" d={`M0 ${HEIGHT_PX - 1}H${days.length * BAR_STEP_PX}`} />
      </svg>
      <p className="overview-axis" aria-hidden>
        <span>{shortDay(first)}</span>
        <span>{t('overview.most', { n: most })}</span>
        <span>{shortDay(last)}</span>
      </p>
    </section>
  );
}
