import { type RefObject, useEffect, useRef } from 'react';

/** Moves the focus to the panel's heading when the booking has changed and the control with the focus is gone. */
export function usePhaseFocus(heading: RefObject<HTMLElement | null>, phase: string): void {
  const shown = useRef(phase);
  useEffect(() => {
    if (shown.current === phase) return;
    shown.current = phase;
    if (document.activeElement === document.body) heading.current?.focus();
  }, [heading, phase]);
}
