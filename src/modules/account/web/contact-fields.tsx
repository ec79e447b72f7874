import type { useSchemaForm } from '#platform/forms/form.tsx';
import { useTranslator } from '#platform/web/translator.tsx';
import { TextField } from '#ui/text-field.tsx';
import type { contactForm } from './account-form-schemas.ts';

/** The usual phone and pick-up point. */
export function ContactFields({
  field,
  hints,
}: {
  field: ReturnType<typeof useSchemaForm<typeof contactForm>>['field'];
  hints?: { phone: string; location: string };
}) {
  const { t } = useTranslator();
  return (
    <>
      <TextField
        {...field('phone')}
        label={t('book.phone')}
        hint={hints?.phone}
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        enterKeyHint="next"
        maxLength={40}
      />
      <TextField
        {...field('location')}
        label={t('me.point')}
        hint={hints?.location}
        autoComplete="street-address"
        enterKeyHint="done"
        maxLength={120}
      />
    </>
  );
}
