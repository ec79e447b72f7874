import './progress-line.css';
import { useEffect, useState } from 'react';

/** A faster page load shows no progress line. */
const PROGRESS_DELAY_MS = 150;

/** A thin bar under the header while a page loads, and a text for screen readers, both after a delay. */
export function ProgressLine({ active, label }: { active: boolean; label: string }) {
  const [late, setLate] = useState(false);
  useEffect(() => {
    if (!active) return setLate(false);
    const timer = setTimeout(() => setLate(true), PROGRESS_DELAY_MS);
    return () => clearTimeout(timer);
  }, [active]);
  return (
    <>
      {active && <div className="progress-line" aria-hidden />}
      <p className="sr" role="status">
        {late && label}
      </p>
    </>
  );
}
