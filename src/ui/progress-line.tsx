import './progress-line.css';

/** A thin bar under the header while a page is on its way; shows only when that takes longer than 150 ms. */
export function ProgressLine({ active }: { active: boolean }) {
  return active ? <div className="progress-line" aria-hidden /> : null;
}
