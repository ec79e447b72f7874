import './progress-line.css';
import { useEffect, useState } from 'react';

/** What takes less than this, in milliseconds, is not spoken of. */
const PATIENCE = 150;

/** A thin bar under the header while a page is on its way, and the word for readers; both only when that takes a while. */
export function ProgressLine({ active, label }: { active: boolean; label: string }) {
  const [late, setLate] = useState(false);
  useEffect(() => {
    if (!active) return setLate(false);
    const timer = setTimeout(() => setLate(true), PATIENCE);
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
