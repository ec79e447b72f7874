import './photo-picker.css';
import { Camera, ImagePlus } from 'lucide-react';
import { type ChangeEvent, type DragEvent, useEffect, useId, useRef, useState } from 'react';
import { Button } from './button.tsx';
import { FieldError } from './field.tsx';
import { PhotoTile, type PhotoTileLabels, type PickedPhoto, useTileDrag } from './photo-tile.tsx';

interface PhotoPickerProps {
  /** The id of the button that selects files, for links to the field. */
  id?: string | undefined;
  photos: readonly PickedPhoto[];
  /** The media types that the file dialog offers. */
  accept: readonly string[];
  /** No more photos can be added; a press calls `onFull`. */
  full: boolean;
  error?: string | undefined;
  /** One sentence for each refused file. */
  refusals: readonly string[];
  /** The last change, for screen readers. */
  status: string;
  labels: PhotoTileLabels & { choose: string; camera: string; drop: string; hint: string; count: string; list: string };
  onAdd(files: File[]): void;
  onFull(): void;
  onMove(key: string, to: number): void;
  onRemove(key: string): void;
  onRetry(key: string): void;
}

/** Selects photos from the device and shows them in order. The first is the cover. */
export function PhotoPicker(props: PhotoPickerProps) {
  const { id, photos, error, refusals, status, labels, onMove, onRemove, onRetry } = props;
  const list = useRef<HTMLOListElement>(null);
  const { drag, handle } = useTileDrag(list, onMove);
  const focusNext = useFocusAfterRemoval(list, photos.length);
  return (
    <div className="photos">
      <DropArea {...props} describedBy={error && id ? `${id}-error` : undefined} />
      {error && <FieldError id={id && `${id}-error`}>{error}</FieldError>}
      <div className="photos-refusals" role="alert">
        {refusals.map((refusal) => (
          <FieldError key={refusal}>{refusal}</FieldError>
        ))}
      </div>
      {photos.length > 0 && (
        <>
          <p className="photos-count num">{labels.count}</p>
          <ol className="photos-list" aria-label={labels.list} ref={list}>
            {photos.map((photo, place) => (
              <PhotoTile
                key={photo.key}
                photo={photo}
                place={place}
                count={photos.length}
                labels={labels}
                shift={drag?.key === photo.key ? drag : undefined}
                isTarget={drag !== null && drag.to === place && drag.key !== photo.key}
                handle={(touch) => handle(photo.key, place, touch)}
                onMove={(to) => onMove(photo.key, to)}
                onRemove={() => {
                  focusNext(place);
                  onRemove(photo.key);
                }}
                onRetry={() => onRetry(photo.key)}
              />
            ))}
          </ol>
        </>
      )}
      <p className="sr" role="status">
        {status}
      </p>
    </div>
  );
}

function DropArea(props: PhotoPickerProps & { describedBy: string | undefined }) {
  const { id, accept, full, labels, onAdd, onFull } = props;
  const files = useRef<HTMLInputElement>(null);
  const camera = useRef<HTMLInputElement>(null);
  const hintId = useId();
  const [over, setOver] = useState(false);

  function take(event: ChangeEvent<HTMLInputElement>) {
    onAdd([...(event.currentTarget.files ?? [])]);
    // Lets the user select the same file again.
    event.currentTarget.value = '';
  }
  function drop(event: DragEvent) {
    event.preventDefault();
    setOver(false);
    onAdd([...event.dataTransfer.files]);
  }
  const open = (input: HTMLInputElement | null) => (full ? onFull() : input?.click());
  const chooser = { type: 'file', hidden: true, tabIndex: -1, accept: accept.join(), onChange: take } as const;
  return (
    <fieldset
      className="photos-drop"
      aria-labelledby={hintId}
      data-over={over || undefined}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <div className="photos-choose">
        <Button
          id={id}
          icon={<ImagePlus className="icon" aria-hidden />}
          aria-describedby={props.describedBy}
          onClick={() => open(files.current)}
        >
          {labels.choose}
        </Button>
        <Button
          className="photos-camera"
          look="ghost"
          icon={<Camera className="icon" aria-hidden />}
          onClick={() => open(camera.current)}
        >
          {labels.camera}
        </Button>
        <span className="photos-drop-word">{labels.drop}</span>
      </div>
      <p className="photos-hint" id={hintId}>
        {labels.hint}
      </p>
      <input {...chooser} ref={files} multiple />
      <input {...chooser} ref={camera} capture="environment" />
    </fieldset>
  );
}

/** A removed photo's button is gone: the focus moves to its neighbour's, or to the select button. */
function useFocusAfterRemoval(list: { current: HTMLElement | null }, left: number) {
  const removal = useRef<{ place: number; frame: HTMLElement | null } | null>(null);
  useEffect(() => {
    if (!removal.current) return;
    const { place, frame } = removal.current;
    const choose = frame?.querySelector<HTMLElement>('.photos-choose .button');
    const removers = frame?.querySelectorAll<HTMLElement>('.photo-remove');
    (removers?.[Math.min(place, left - 1)] ?? choose)?.focus();
    removal.current = null;
  }, [left]);
  return (place: number) => {
    removal.current = { place, frame: list.current?.parentElement ?? null };
  };
}
