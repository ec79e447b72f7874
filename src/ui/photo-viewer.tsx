import './photo-viewer.css';
import { Dialog } from '@base-ui/react/dialog';
import { ChevronLeft, ChevronRight, X } from 'lucide-react';
import { useLayoutEffect, useRef } from 'react';
import { IconButton } from './icon-button.tsx';
import { useOverlay } from './use-overlay.ts';
import { usePhotoRow } from './use-photo-row.ts';

export interface GalleryPhoto {
  src: string;
  alt: string;
}

export interface GalleryLabels {
  /** The subject of the photos. */
  label: string;
  /** The label of the full-screen viewer. */
  viewer: string;
  close: string;
  previous: string;
  next: string;
  /** "2 of 5". */
  position(index: number, count: number): string;
  /** The label of the button that shows a photo on the full screen. */
  enlarge(index: number, count: number): string;
  /** The label of the button that selects a photo. */
  show(index: number, count: number): string;
}

interface Viewed {
  photos: readonly GalleryPhoto[];
  labels: GalleryLabels;
  active: number;
  onActive(index: number): void;
}

/** Photos on the full screen, one at a time, by swipe, arrow keys or buttons. A press shows the next one. */
export function PhotoViewer(
  props: Viewed & { open: boolean; onClose(): void; finalFocus(): HTMLElement | null | undefined },
) {
  const { open, onClose, finalFocus, ...viewed } = props;
  useOverlay(open, onClose);
  return (
    <Dialog.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="viewer-back" />
        <Dialog.Popup className="viewer" finalFocus={() => finalFocus() ?? true}>
          <Dialog.Title className="sr">{viewed.labels.viewer}</Dialog.Title>
          <Photos {...viewed} />
          <Dialog.Close
            render={
              <IconButton
                className="viewer-close"
                look="on-dark"
                label={viewed.labels.close}
                icon={<X aria-hidden />}
              />
            }
          />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function Photos({ photos, labels, active, onActive }: Viewed) {
  const count = photos.length;
  const { track, show, follow, move } = usePhotoRow(count, active, onActive);
  const first = useRef(active);

  useLayoutEffect(() => {
    const { current } = track;
    current?.scrollTo({ left: first.current * current.clientWidth, behavior: 'instant' });
  }, [track]);

  return (
    <>
      <ul className="viewer-track" ref={track} onScroll={follow}>
        {photos.map((photo, index) => (
          <li key={photo.src}>
            <button
              type="button"
              tabIndex={index === active ? 0 : -1}
              onKeyDown={move}
              onClick={() => show((index + 1) % count, true)}
            >
              <LargePicture {...photo} />
            </button>
          </li>
        ))}
      </ul>
      {count > 1 && (
        <>
          <p className="viewer-count num" role="status">
            {labels.position(active + 1, count)}
          </p>
          <IconButton
            className="viewer-previous"
            look="on-dark"
            label={labels.previous}
            icon={<ChevronLeft aria-hidden />}
            aria-disabled={active === 0 || undefined}
            onKeyDown={move}
            onClick={() => show(active - 1)}
          />
          <IconButton
            className="viewer-next"
            look="on-dark"
            label={labels.next}
            icon={<ChevronRight aria-hidden />}
            aria-disabled={active === count - 1 || undefined}
            onKeyDown={move}
            onClick={() => show(active + 1)}
          />
        </>
      )}
    </>
  );
}

/** The uncropped picture in its largest stored size. */
function LargePicture({ src, alt }: GalleryPhoto) {
  const stem = /^(\/media\/.+)-800\.webp$/.exec(src)?.[1];
  const image = <img src={src} alt={alt} width={1600} height={1600} decoding="async" loading="lazy" />;
  if (!stem) return image;
  const sizes = (format: string) => `${stem}-800.${format} 800w, ${stem}-1600.${format} 1600w`;
  return (
    <picture>
      <source type="image/avif" srcSet={sizes('avif')} sizes="100vw" />
      <source type="image/webp" srcSet={sizes('webp')} sizes="100vw" />
      {image}
    </picture>
  );
}
