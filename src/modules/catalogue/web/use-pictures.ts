import { useState } from 'react';
import { useTranslator } from '#platform/web/translator.tsx';
import type { ListedPhoto } from './photo-list.ts';
import { type Draft, sourceOf } from './product-draft.ts';
import { usePhotos } from './use-photos.ts';

/** How a form gives its picture: the chosen way, the photos, and whether the form has to wait for them. */
export function usePictures(start: Draft, startPhotos: ListedPhoto[], startRefusals: string[] = []) {
  const { t } = useTranslator();
  const [startLink] = useState(start.imageURL);
  const [source, choose] = useState(() => sourceOf(start));
  const [heldBack, setHeldBack] = useState(0);
  const photos = usePhotos(startPhotos, startRefusals);
  const uploads = source === 'upload';
  return {
    source,
    choose,
    photos,
    startLink,
    /** How many photos the form has to wait for. */
    sending: uploads ? photos.sending : 0,
    /** Where the first photo can be seen, from this device if it is new. */
    cover: uploads ? photos.photos[0]?.src : undefined,
    /** How often the form was held back because a photo would be lost. */
    heldBack,
    /** Says so. */
    unsent: heldBack > 0 && photos.unsent ? t('photos.unsent') : undefined,
    /** True when a photo would be lost if the form went now. */
    holdsBack(): boolean {
      if (uploads && photos.unsent) setHeldBack(heldBack + 1);
      return uploads && (photos.unsent || photos.sending > 0);
    },
  };
}

export type Pictures = ReturnType<typeof usePictures>;
