import { Camera, X } from 'lucide-react';
import { type ChangeEvent, useId, useRef } from 'react';
import { uploadedIds } from '#modules/catalogue/web/photo-list.ts';
import { usePhotos } from '#modules/catalogue/web/use-photos.ts';
import { DISPUTE_MAX_PHOTOS } from '#modules/disputes/rules.ts';
import { uploadPrivatePhoto } from '#modules/photos/contract.ts';
import { PHOTO_TYPES } from '#modules/photos/rules.ts';
import { useHydrated } from '#platform/forms/before-script.tsx';
import { upload } from '#platform/forms/upload.ts';
import { useTranslator } from '#platform/web/translator.tsx';
import { Button } from '#ui/button.tsx';
import { FieldError } from '#ui/field.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { Picture } from '#ui/picture.tsx';

/** Uploads photos for a dispute. Choosing a file needs the page's script. */
export function DisputePhotos({ error }: { error: string | undefined }) {
  const { t, translate } = useTranslator();
  const hydrated = useHydrated();
  const hint = useId();
  const files = useRef<HTMLInputElement>(null);
  const form = usePhotos([], [], {
    max: DISPUTE_MAX_PHOTOS,
    tooMany: t('disputes.photosMax', { n: DISPUTE_MAX_PHOTOS }),
    send: (options) => upload(uploadPrivatePhoto, {}, options),
  });
  const ids = uploadedIds(form.photos);
  function take(event: ChangeEvent<HTMLInputElement>) {
    form.add([...(event.currentTarget.files ?? [])]);
    // Lets the user select the same file again.
    event.currentTarget.value = '';
  }
  return (
    <fieldset className="dispute-photos" aria-describedby={hint}>
      <legend className="field-label">{t('disputes.photos')}</legend>
      <p className="field-hint" id={hint}>
        {hydrated ? t('disputes.photosHint', { n: DISPUTE_MAX_PHOTOS }) : t('disputes.noPhotos')}
      </p>
      {/* It is not sent. */}
      <input
        type="hidden"
        name="kept"
        disabled
        data-kept=""
        value={ids.join(' ')}
        onInput={({ currentTarget }) => form.show(currentTarget.value.split(' ').filter(Boolean))}
      />
      {ids.map((id) => (
        <input key={id} type="hidden" name="photos" value={id} />
      ))}
      {form.photos.length > 0 && (
        <ul className="dispute-pictures">
          {form.photos.map(({ key, src, state, fault }, index) => (
            <li key={key} data-sending={state === 'sending' || undefined}>
              {/* Only the server can name the address of one that was sent before the page loaded. */}
              <Picture
                src={src?.startsWith('blob:') ? src : undefined}
                alt={t('photos.one', { n: index + 1 })}
                sizes="104px"
                loading="eager"
              />
              <IconButton
                label={t('photos.remove', { n: index + 1 })}
                icon={<X className="icon" aria-hidden />}
                onClick={() => form.remove(key)}
              />
              {fault && <FieldError>{translate(fault)}</FieldError>}
            </li>
          ))}
        </ul>
      )}
      {[...form.refusals, ...(error ? [error] : [])].map((refusal) => (
        <FieldError key={refusal} role="alert">
          {refusal}
        </FieldError>
      ))}
      {hydrated && (
        <div>
          <Button
            look="quiet"
            icon={<Camera className="icon" aria-hidden />}
            onClick={() => (form.full ? form.reportFull() : files.current?.click())}
          >
            {t('disputes.addPhoto')}
          </Button>
          <input ref={files} type="file" hidden multiple tabIndex={-1} accept={PHOTO_TYPES.join()} onChange={take} />
        </div>
      )}
      <p className="sr" role="status">
        {form.status}
      </p>
    </fieldset>
  );
}
