import { useTranslator } from '#platform/web/translator.tsx';
import { TextField } from '#ui/text-field.tsx';
import type { Account } from '../contract.ts';
import { contactFields } from './forms.ts';
import { PanelForm } from './panel-form.tsx';

/** The phone and the pick-up point with which forms begin. */
export function ContactPanel({ account }: { account: Account }) {
  const { t } = useTranslator();
  return (
    <PanelForm
      heading={t('me.contact')}
      intent="contact"
      form={contactFields}
      values={{ phone: account.phone, location: account.pickup }}
    >
      {(field) => (
        <>
          <TextField
            {...field('phone')}
            label={t('book.phone')}
            hint={t('me.phoneHint')}
            type="tel"
            inputMode="tel"
            autoComplete="tel"
            enterKeyHint="next"
            maxLength={40}
          />
          <TextField
            {...field('location')}
            label={t('me.point')}
            hint={t('me.pointHint')}
            autoComplete="street-address"
            enterKeyHint="done"
            maxLength={120}
          />
        </>
      )}
    </PanelForm>
  );
}
