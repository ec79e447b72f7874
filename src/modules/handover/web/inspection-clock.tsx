import './inspection-clock.css';
import { useTranslator } from '#platform/web/translator.tsx';
import { TimedText } from './timed-text.tsx';

const MINUTE_MS = 60_000;
const MINUTES_PER_HOUR = 60;

/** How much of the inspection is left. `now` is when the page was loaded, by the server's clock. */
export function InspectionClock({ from, until, now }: { from: string; until: string; now: number }) {
  const { t } = useTranslator();
  const [begun, end] = [Date.parse(from), Date.parse(until)];
  const minutes = Math.max(0, Math.floor((end - now) / MINUTE_MS));
  return (
    <div className="inspection-clock">
      <b className="num">
        {t('order.left', { hours: Math.floor(minutes / MINUTES_PER_HOUR), minutes: minutes % MINUTES_PER_HOUR })}
      </b>
      <progress value={Math.min(now, end) - begun} max={end - begun} aria-label={t('phase.checking')} />
      <small className="num">
        <TimedText at={from} /> – <TimedText at={until} />
      </small>
    </div>
  );
}
