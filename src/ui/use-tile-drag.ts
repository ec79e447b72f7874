import { type PointerEvent, type RefObject, useRef, useState } from 'react';

/** A pointer drags after this distance; below, it is a press. */
const DRAG_THRESHOLD_PX = 6;

interface Drag {
  key: string;
  /** The tile's distance from its position. */
  x: number;
  y: number;
  /** The position that it would take. */
  to: number;
}

/**
 * Drag and drop of tiles: spread `handle` on the grip of a tile; `drag` is the current state. The order changes on
 * release. The tiles are children of the list, and the list must be positioned.
 */
export function useTileDrag(list: RefObject<HTMLElement | null>, onMove: (key: string, to: number) => void) {
  const [drag, setDrag] = useState<Drag | null>(null);
  const start = useRef({ x: 0, y: 0 });

  function placeAt(event: PointerEvent): number {
    const frame = list.current?.getBoundingClientRect();
    if (!frame) return -1;
    const [x, y] = [event.clientX - frame.left, event.clientY - frame.top];
    // Offsets are those of the tile's position, without the drag's transform.
    return [...(list.current?.children ?? [])].findIndex((tile) => {
      const { offsetLeft, offsetTop, offsetWidth, offsetHeight } = tile as HTMLElement;
      return x >= offsetLeft && x < offsetLeft + offsetWidth && y >= offsetTop && y < offsetTop + offsetHeight;
    });
  }

  /** A finger on a picture scrolls the page, so touch needs its own grip: pass `touch`. */
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
        if (drag || Math.hypot(x, y) > DRAG_THRESHOLD_PX) setDrag({ key, x, y, to: placeAt(event) });
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
