import './gallery.css';
import { type ReactNode, useState } from 'react';
import { lazyOverlay } from './lazy-overlays.tsx';
import type { GalleryLabels, GalleryPhoto } from './photo-viewer.tsx';
import { Picture } from './picture.tsx';
import { usePhotoRow } from './use-photo-row.ts';

const PhotoViewer = lazyOverlay(async () => (await import('./photo-viewer.tsx')).PhotoViewer);

/**
 * A row of photos to swipe, or to move through by arrow keys, with thumbnails below. A press opens the full-screen viewer.
 * `children` lie on the photos. Without JavaScript the row can be swiped.
 */
export function Gallery(props: { photos: readonly GalleryPhoto[]; labels: GalleryLabels; children?: ReactNode }) {
  const { photos, labels } = props;
  const count = photos.length;
  const [active, setActive] = useState(0);
  const { track, show, follow, move } = usePhotoRow(count, active, setActive);
  const [viewing, setViewing] = useState(false);

  function view(index: number) {
    show(index);
    setViewing(true);
  }

  return (
    <section className="gallery" aria-label={labels.label}>
      <div className="gallery-stage">
        <ul className="gallery-track" ref={track} onScroll={follow}>
          {photos.map(({ src, alt }, index) => (
            <li key={src}>
              <button
                type="button"
                aria-haspopup="dialog"
                aria-label={labels.enlarge(index + 1, count)}
                tabIndex={index === active ? 0 : -1}
                onKeyDown={move}
                onClick={() => view(index)}
              >
                <Picture src={src} alt={alt} eager={index === 0} sizes="(min-width: 1024px) 600px, 100vw" />
              </button>
            </li>
          ))}
        </ul>
        {props.children}
        {count > 1 && <small className="gallery-count num">{labels.position(active + 1, count)}</small>}
      </div>
      {count > 1 && (
        <ul className="gallery-thumbs">
          {photos.map(({ src }, index) => (
            <li key={src}>
              <button
                type="button"
                aria-label={labels.show(index + 1, count)}
                aria-current={index === active || undefined}
                onClick={() => show(index)}
              >
                <Picture src={src} alt="" sizes="76px" />
              </button>
            </li>
          ))}
        </ul>
      )}
      <PhotoViewer
        photos={photos}
        labels={labels}
        open={viewing}
        active={active}
        onActive={show}
        onClose={() => setViewing(false)}
        finalFocus={() => track.current?.children[active]?.querySelector('button')}
      />
    </section>
  );
}
