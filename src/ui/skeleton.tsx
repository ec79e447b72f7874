import './skeleton.css';
import type { ReactNode } from 'react';

type Shape = 'text' | 'circle' | 'box';

/** A grey shape in the size of content that is loading. */
export function Skeleton({ shape = 'text', width }: { shape?: Shape; width?: string }) {
  return <span className={`skeleton skeleton-${shape}`} style={{ width }} />;
}

/** Skeletons, hidden from screen readers, and a visible text that the content is loading. */
export function Loading({ label, children }: { label: string; children?: ReactNode }) {
  return (
    <div className="loading" aria-busy="true">
      {children && <div aria-hidden="true">{children}</div>}
      <p className="loading-label" role="status">
        {label}
      </p>
    </div>
  );
}

/** Returns the numbers from 1 to `count`. */
export const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1);
