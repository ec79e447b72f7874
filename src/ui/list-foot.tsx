import { type ReactNode, useLayoutEffect, useRef } from 'react';

const LAST_ROW = ':scope > table > tbody > :last-child, :scope > ul > :last-child';

/** Stands beside a table or list and has "Show more". The last page removes it. The last row before the new ones then takes its focus. */
export function ListFoot({ className, children }: { className?: string; children: ReactNode }) {
  const foot = useRef<HTMLDivElement>(null);
  useLayoutEffect(
    () => () => {
      if (!foot.current?.contains(document.activeElement)) return;
      const row = foot.current.parentElement?.querySelector<HTMLElement>(LAST_ROW);
      row?.setAttribute('tabindex', '-1');
      row?.focus({ preventScroll: true });
    },
    [],
  );
  return (
    <div className={className} ref={foot}>
      {children}
    </div>
  );
}
