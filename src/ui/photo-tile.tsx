import { ArrowLeft, ArrowRight, GripVertical, RotateCw, Star, X } from 'lucide-react';
import { type CSSProperties, type HTMLAttributes, type PointerEvent, type RefObject, useRef, useState } from 'react';
import { Button } from './button.tsx';
import { FieldError } from './field.tsx';
import { IconButton } from './icon-button.tsx';
import { Picture } from './picture.tsx';

export interface PickedPhoto {
  key: string;
  /** The photo's URL; undefined while there is none. */
  src: string | undefined;
  /** The uploaded part, from 0 to 1; undefined without an upload. */
  progress?: number | undefined;
  /** Translated. */
  error?: string | undefined;
  /** The upload can be retried. */
  retry?: boolean;
  /** An additional remark. */
  note?: string | undefined;
}

/** The texts of a tile. `n` is its position, from 1. */
export interface PhotoTileLabels {
  main: string;
  makeMain: string;
  tryAgain: string;
  photo(n: number): string;
  sending(n: number): string;
  makeMainName(n: number): string;
  tryAgainName(n: number): string;
  earlier(n: number): string;
  later(n: number): string;
  remove(n: number): string;
}

interface PhotoTileProps {
  photo: PickedPhoto;
  place: number;
  count: number;
  labels: PhotoTileLabels;
  /** The distance that it is dragged from its position. */
  shift: { x: number; y: number } | undefined;
  /** Another tile is dragged over it. */
  isTarget: boolean;
  handle(touch: boolean): HTMLAttributes<HTMLElement>;
  onMove(to: number): void;
  onRemove(): void;
  onRetry(): void;
}

/** One photo with its state, and buttons for all actions on it. */
export function PhotoTile(props: PhotoTileProps) {
  const { photo, place, count, labels, shift, isTarget, handle, onMove, onRemove, onRetry } = props;
  const n = place + 1;
  const isFirst = place === 0;
  const isLast = n === count;
  return (
    <li
      className="photo"
      data-main={isFirst || undefined}
      data-dragged={shift ? true : undefined}
      data-target={isTarget || undefined}
      style={shift && ({ translate: `${shift.x}px ${shift.y}px` } satisfies CSSProperties)}
    >
      <div className="photo-picture" {...(count > 1 ? handle(false) : {})}>
        <Picture
          src={photo.src}
          alt={labels.photo(n)}
          width={160}
          height={160}
          sizes="160px"
          draggable={false}
          loading="eager"
        />
        {photo.progress !== undefined && (
          <progress className="photo-progress" max={1} value={photo.progress} aria-label={labels.sending(n)} />
        )}
        <IconButton
          className="photo-remove"
          look="floating"
          icon={<X aria-hidden />}
          label={labels.remove(n)}
          onClick={onRemove}
        />
      </div>
      {photo.error && <FieldError>{photo.error}</FieldError>}
      {photo.retry && (
        <Button
          size="sm"
          look="ghost"
          wide
          icon={<RotateCw className="icon" aria-hidden />}
          aria-label={labels.tryAgainName(n)}
          onClick={onRetry}
        >
          {labels.tryAgain}
        </Button>
      )}
      {photo.note && <p className="photo-note">{photo.note}</p>}
      {count > 1 && (
        <div className="photo-order">
          <IconButton
            icon={<ArrowLeft aria-hidden />}
            label={labels.earlier(n)}
            aria-disabled={isFirst || undefined}
            onClick={() => !isFirst && onMove(place - 1)}
          />
          <span className="photo-grip" {...handle(true)}>
            <GripVertical aria-hidden />
          </span>
          <IconButton
            icon={<ArrowRight aria-hidden />}
            label={labels.later(n)}
            aria-disabled={isLast || undefined}
            onClick={() => !isLast && onMove(place + 1)}
          />
        </div>
      )}
      {/* One button, so that the focus stays when its label changes. */}
      <Button
        className="photo-main"
        size="sm"
        look="quiet"
        wide
        icon={<Star className="icon" aria-hidden />}
        aria-disabled={isFirst || undefined}
        aria-label={isFirst ? undefined : labels.makeMainName(n)}
        onClick={() => !isFirst && onMove(0)}
      >
        {isFirst ? labels.main : labels.makeMain}
      </Button>
    </li>
  );
}

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
