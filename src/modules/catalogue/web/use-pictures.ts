import { useState } from 'react';
import { useTranslator } from '#platform/web/translator.tsx';
import { type ListedPhoto, uploadedIds } from './photo-list.ts';
import { type Draft, sourceOf } from './product-draft.ts';
import { usePhotos } from './use-photos.ts';

/** The state of a form's picture: the chosen kind, the photos, and whether the form has to wait for them. */
export function usePictures(start: Draft, startPhotos: ListedPhoto[], startRefusals: string[] = []) {
  const { t } = useTranslator();
  const [startLink] = useState(start.imageURL);
  const [source, choose] = useState(() => sourceOf(start));
  const [blockedSubmits, setBlockedSubmits] = useState(0);
  const photos = usePhotos(startPhotos, startRefusals);
  const uploads = source === 'upload';
  return {
    source,
    choose,
    photos,
    startLink,
    /** The chosen kind and the ids of the uploaded photos, for `restore`. */
    kept: [source, ...uploadedIds(photos.photos)].join(' '),
    restore(kept: string) {
      const [source, ...ids] = kept.split(' ');
      choose(source === 'link' ? 'link' : 'upload');
      photos.show(ids);
    },
    sending: uploads ? photos.sending : 0,
    /** The URL of the first photo; an object URL while it is new. */
    cover: uploads ? photos.photos[0]?.src : undefined,
    /** The number of submits that were stopped because a photo would be lost. */
    blockedSubmits,
    unsent: blockedSubmits > 0 && photos.unsent ? t('photos.unsent') : undefined,
    /** Whether a submit would lose a photo. */
    blocksSubmit(): boolean {
      if (uploads && photos.unsent) setBlockedSubmits(blockedSubmits + 1);
      return uploads && (photos.unsent || photos.sending > 0);
    },
  };
}

export type Pictures = ReturnType<typeof usePictures>;
