import { PHOTO_TYPES, PHOTOS_MAX } from '#modules/photos/rules.ts';
import { useTranslator } from '#platform/web/translator.tsx';
import { PhotoPicker } from '#ui/photo-picker.tsx';
import type { PickedPhoto } from '#ui/photo-tile.tsx';
import type { ListedPhoto } from './photo-list.ts';
import type { Photos } from './use-photos.ts';

interface PhotosFieldProps {
  /** The id of the file button; undefined while another control has the field's id. */
  id: string | undefined;
  photos: Photos;
  error: string | undefined;
}

/** The photo picker with the texts and limits of a product. */
export function PhotosField({ id, photos: form, error }: PhotosFieldProps) {
  const { t, translate } = useTranslator();
  const { photos, room, refusals, status, full, add, reportFull, move, remove, retry } = form;
  const picked = ({ key, src, state, progress, fault }: ListedPhoto): PickedPhoto => ({
    key,
    src,
    progress,
    error: fault && translate(fault),
    retry: state === 'failed',
    note: state === 'preparing' ? t('photos.preparing') : undefined,
  });
  return (
    <PhotoPicker
      id={id}
      photos={photos.map(picked)}
      accept={PHOTO_TYPES}
      full={full}
      error={error}
      refusals={refusals}
      status={status}
      onAdd={add}
      onFull={reportFull}
      onMove={move}
      onRemove={remove}
      onRetry={retry}
      words={{
        choose: t('photos.choose'),
        camera: t('photos.camera'),
        drop: t('photos.drop'),
        hint: t('photos.hint', { n: PHOTOS_MAX }),
        list: t('photos.list'),
        count: t('photos.count', room),
        main: t('photos.main'),
        makeMain: t('photos.makeMain'),
        tryAgain: t('common.tryAgain'),
        photo: (n) => t('photos.one', { n }),
        sending: (n) => t('photos.sending', { n }),
        makeMainName: (n) => t('photos.makeMainName', { n }),
        tryAgainName: (n) => t('photos.tryAgainName', { n }),
        earlier: (n) => t('photos.earlier', { n }),
        later: (n) => t('photos.later', { n }),
        remove: (n) => t('photos.remove', { n }),
      }}
    />
  );
}
