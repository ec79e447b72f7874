import { type KeyboardEvent, type RefObject, useRef } from 'react';

export interface PhotoRow {
  track: RefObject<HTMLUListElement | null>;
  /** Shows a photo, if there is one of that number; with `focus` its button gets the focus, too. */
  show(index: number, focus?: boolean): void;
  /** For the row's scroll events: somebody swipes. */
  follow(): void;
  /** For the key presses of its buttons. */
  walk(event: KeyboardEvent): void;
}

/** A row of photos, each as wide as the row, each in a button. Moves by itself at once: only swiping takes its time. */
export function usePhotoRow(count: number, active: number, onActive: (index: number) => void): PhotoRow {
  const track = useRef<HTMLUListElement>(null);

  function show(index: number, focus = false) {
    const { current } = track;
    if (!current || index < 0 || index >= count) return;
    current.scrollTo({ left: index * current.clientWidth, behavior: 'instant' });
    onActive(index);
    if (focus) current.children[index]?.querySelector('button')?.focus({ preventScroll: true });
  }
  function follow() {
    const { current } = track;
    if (current && current.clientWidth > 0) onActive(Math.round(current.scrollLeft / current.clientWidth));
  }
  function walk(event: KeyboardEvent) {
    const to = { ArrowLeft: active - 1, ArrowRight: active + 1, Home: 0, End: count - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    show(to, true);
  }
  return { track, show, follow, walk };
}
