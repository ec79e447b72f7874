import { useTranslator } from '#platform/web/translator.tsx';
import type { Account } from '../contract.ts';
import { ContactFields } from './contact-fields.tsx';
import { contactFields } from './forms.ts';
import { PanelForm } from './panel-form.tsx';

/** The phone and the pick-up point that prefill forms. */
export function ContactPanel({ account }: { account: Account }) {
  const { t } = useTranslator();
  return (
    <PanelForm
      heading={t('me.contact')}
      intent="contact"
      form={contactFields}
      values={{ phone: account.phone, location: account.pickup }}
    >
      {(field) => <ContactFields field={field} hints={{ phone: t('me.phoneHint'), location: t('me.pointHint') }} />}
    </PanelForm>
  );
}
