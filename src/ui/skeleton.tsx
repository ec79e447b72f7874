import './skeleton.css';
import type { CSSProperties, ReactNode } from 'react';

type Shape = 'text' | 'title' | 'price' | 'picture' | 'circle' | 'box';

/** A grey shape where something will be; give it the size of that thing. */
export function Skeleton({ shape = 'text', width, height }: { shape?: Shape; width?: string; height?: string }) {
  const size: CSSProperties = { width, height };
  return <span className={`skeleton skeleton-${shape}`} style={size} />;
}

/** The shapes, hidden from readers, and the one visible line that says so. */
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

/** 1, 2, 3 …, for what is repeated. */
export const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

/** Product cards, in the grid that they will fill. */
export function CardSkeletons({ label, count }: { label: string; count: number }) {
  return (
    <Loading label={label}>
      <div className="skeleton-cards">
        {upTo(count).map((number) => (
          <div className="skeleton-card" key={number}>
            <Skeleton shape="picture" />
            <Skeleton shape="title" width="72%" />
            <Skeleton width="46%" />
            <Skeleton shape="price" width="34%" />
          </div>
        ))}
      </div>
    </Loading>
  );
}
