import { type RefObject, useEffect, useRef } from 'react';
import { PHOTO_TYPES, PHOTOS_MAX } from '#modules/photos/rules.ts';
import { useHydrated } from '#platform/forms/before-script.tsx';
import { useTranslator } from '#platform/web/translator.tsx';
import { PhotoPicker } from '#ui/photo-picker.tsx';
import type { PickedPhoto } from '#ui/photo-tile.tsx';
import { Tabs } from '#ui/tabs.tsx';
import { TextField } from '#ui/text-field.tsx';
import { type ListedPhoto, uploadedIds } from './photo-list.ts';
import type { PictureSource } from './product-draft.ts';
import { type FieldOf, Group } from './product-form-groups.tsx';
import type { Photos } from './use-photos.ts';
import type { Pictures } from './use-pictures.ts';

/** Two tabs, uploaded photos and a link. Only the chosen one is sent. */
export function PhotosGroup({ field, pictures }: { field: FieldOf; pictures: Pictures }) {
  const { t } = useTranslator();
  const { source, choose, photos, startLink, blockedSubmits, unsent } = pictures;
  const link = useRef<HTMLInputElement>(null);
  const { id, error, name } = field('imageURL');
  const { id: photosId, error: photosError, name: photosName } = field('photos');
  const ids = uploadedIds(photos.photos);
  useInputEvent(link, `${source} ${ids}`);
  useEffect(() => {
    if (blockedSubmits > 0) document.getElementById(id)?.focus();
  }, [blockedSubmits, id]);
  const isHydrated = useHydrated();
  const isLink = source === 'link' || (!isHydrated && ids.length === 0);
  const faults = isLink ? { link: error } : { upload: unsent ?? photosError ?? error };
  const linkField = (
    <TextField
      label={t('add.imageURL')}
      hint={t('add.imageHint')}
      inputMode="url"
      autoComplete="off"
      spellCheck={false}
      id={isLink ? id : `${id}-link`}
      name={name}
      defaultValue={startLink}
      error={faults.link}
      disabled={!isLink}
      ref={link}
    />
  );
  return (
    <Group title={t('add.photos')} hint={t('add.photosHint')}>
      <input type="hidden" name="source" value={isLink ? 'link' : 'upload'} />
      {/* It is not sent. */}
      <input
        type="hidden"
        name="pictures"
        disabled
        data-kept=""
        value={pictures.kept}
        onInput={(event) => pictures.restore(event.currentTarget.value)}
      />
      {ids.map((photo) => (
        <input key={photo} type="hidden" name={photosName} value={photo} disabled={isLink} />
      ))}
      {/* Choosing a file needs the page's script. */}
      {isHydrated ? (
        <Tabs<PictureSource>
          label={t('photos.tabs')}
          value={source}
          onChange={choose}
          keepMounted
          tabs={[
            {
              value: 'upload',
              label: t('photos.upload'),
              panel: (
                <div id={photosId} tabIndex={-1}>
                  <PhotosField id={isLink ? undefined : id} photos={photos} error={faults.upload} />
                </div>
              ),
            },
            {
              value: 'link',
              label: t('photos.link'),
              panel: linkField,
            },
          ]}
        />
      ) : (
        linkField
      )}
    </Group>
  );
}

/** Dispatches an input event when photos or tabs change, because the hidden fields send none. */
function useInputEvent(control: RefObject<HTMLInputElement | null>, state: string) {
  const last = useRef(state);
  useEffect(() => {
    if (last.current === state) return;
    last.current = state;
    control.current?.dispatchEvent(new Event('input', { bubbles: true }));
  }, [control, state]);
}

interface PhotosFieldProps {
  /** The id of the file button; undefined while another control has the field's id. */
  id: string | undefined;
  photos: Photos;
  error: string | undefined;
}

/** The photo picker with the texts and limits of a product. */
function PhotosField({ id, photos: form, error }: PhotosFieldProps) {
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
      labels={{
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
