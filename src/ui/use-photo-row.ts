import { type KeyboardEvent, useRef } from 'react';

/** A row of photos, each in a button as wide as the row. Swipes are animated; other moves are not. */
export function usePhotoRow(count: number, active: number, onActive: (index: number) => void) {
  const track = useRef<HTMLUListElement>(null);

  /** Shows a photo if the index exists. With `focus` its button receives the focus. */
  function show(index: number, focus = false) {
    const { current } = track;
    if (!current || index < 0 || index >= count) return;
    current.scrollTo({ left: index * current.clientWidth, behavior: 'instant' });
    onActive(index);
    if (focus) current.children[index]?.querySelector('button')?.focus({ preventScroll: true });
  }
  /** Handles the row's scroll events, which swiping causes. */
  function follow() {
    const { current } = track;
    if (current && current.clientWidth > 0) onActive(Math.round(current.scrollLeft / current.clientWidth));
  }
  /** Handles the key presses of its buttons. */
  function move(event: KeyboardEvent) {
    const to = { ArrowLeft: active - 1, ArrowRight: active + 1, Home: 0, End: count - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    show(to, true);
  }
  return { track, show, follow, move };
}
