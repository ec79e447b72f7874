import { type PointerEvent, type RefObject, useRef, useState } from 'react';

/** How far a pointer goes before it drags, in pixels; less is a press. */
const SLACK = 6;

interface Drag {
  key: string;
  /** How far the tile is from its place. */
  x: number;
  y: number;
  /** The place that it would take. */
  to: number;
}

/**
 * Takes tiles to another place with a pointer: `handle` goes to what a tile is grabbed by, `drag` tells where one is.
 * Only letting go moves it. The tiles are the list's children; the list needs a `position`.
 */
export function useTileDrag(list: RefObject<HTMLElement | null>, onMove: (key: string, to: number) => void) {
  const [drag, setDrag] = useState<Drag | null>(null);
  const start = useRef({ x: 0, y: 0 });

  function placeAt(event: PointerEvent): number {
    const frame = list.current?.getBoundingClientRect();
    if (!frame) return -1;
    const [x, y] = [event.clientX - frame.left, event.clientY - frame.top];
    // A tile's offsets are those of its place, wherever it has been dragged to.
    return [...(list.current?.children ?? [])].findIndex((tile) => {
      const { offsetLeft, offsetTop, offsetWidth, offsetHeight } = tile as HTMLElement;
      return x >= offsetLeft && x < offsetLeft + offsetWidth && y >= offsetTop && y < offsetTop + offsetHeight;
    });
  }

  /** A finger on a picture scrolls the page, so touch needs a grip of its own: pass `touch`. */
  function handle(key: string, place: number, touch = false) {
    return {
      onPointerDown(event: PointerEvent<HTMLElement>) {
        if (event.button !== 0 || (!touch && event.pointerType !== 'mouse')) return;
        if ((event.target as Element).closest('button')) return;
        event.preventDefault();
        event.currentTarget.setPointerCapture(event.pointerId);
        start.current = { x: event.clientX, y: event.clientY };
      },
      onPointerMove(event: PointerEvent<HTMLElement>) {
        if (!event.currentTarget.hasPointerCapture(event.pointerId)) return;
        const [x, y] = [event.clientX - start.current.x, event.clientY - start.current.y];
        if (drag || Math.hypot(x, y) > SLACK) setDrag({ key, x, y, to: placeAt(event) });
      },
      onPointerUp() {
        if (drag && drag.to >= 0 && drag.to !== place) onMove(key, drag.to);
        setDrag(null);
      },
      onPointerCancel: () => setDrag(null),
    };
  }

  return { drag, handle };
}
