import { type RefObject, useEffect, useRef } from 'react';
import { useHydrated } from '#platform/forms/before-script.tsx';
import { useTranslator } from '#platform/web/translator.tsx';
import { Tabs } from '#ui/tabs.tsx';
import { TextField } from '#ui/text-field.tsx';
import { keptIds } from './photo-list.ts';
import { PhotosField } from './photos-field.tsx';
import type { PictureSource } from './product-draft.ts';
import { type FieldOf, Group } from './product-form-groups.tsx';
import type { Pictures } from './use-pictures.ts';

/** Two tabs, uploaded photos and a link. Only the chosen one is sent. */
export function PhotosGroup({ field, pictures }: { field: FieldOf; pictures: Pictures }) {
  const { t } = useTranslator();
  const { source, choose, photos, startLink, blockedSubmits, unsent } = pictures;
  const link = useRef<HTMLInputElement>(null);
  const { id, error, name } = field('imageURL');
  const { id: photosId, error: photosError, name: photosName } = field('photos');
  const ids = keptIds(photos.photos);
  useInputEvent(link, `${source} ${ids}`);
  useEffect(() => {
    if (blockedSubmits > 0) document.getElementById(id)?.focus();
  }, [blockedSubmits, id]);
  const hydrated = useHydrated();
  const isLink = source === 'link' || (!hydrated && ids.length === 0);
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
      {ids.map((photo) => (
        <input key={photo} type="hidden" name={photosName} value={photo} disabled={isLink} />
      ))}
      {/* Choosing a file needs the page's script. */}
      {hydrated ? (
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
