import { useLocation } from 'react-router';
import { FormProblem, useFetcherForm } from '#platform/forms/form-end.tsx';
import { useTranslator } from '#platform/web/translator.tsx';
import { Button } from '#ui/button.tsx';
import { ContactFields } from './contact-fields.tsx';
import { contactFields } from './forms.ts';

/** Asks what a seller is asked, and adds the role. Leads to `to`; the current page by default. */
export function StartSelling({ to, values }: { to?: string; values?: { phone: string; location: string } }) {
  const { t } = useTranslator();
  const { pathname, search } = useLocation();
  const form = useFetcherForm(contactFields, { intent: 'start', defaultValue: values });
  return (
    <form.Form method="post" action="/dashboard/account" {...form.formProps} className="form start-form">
      <input type="hidden" name="intent" value="start" />
      <input type="hidden" name="role" value="seller" />
      <input type="hidden" name="to" value={to ?? pathname + search} />
      <ContactFields field={form.field} />
      <FormProblem form={form} />
      <div>
        <Button type="submit" size="lg" pending={form.pending}>
          {t('sell.start')}
        </Button>
      </div>
    </form.Form>
  );
}
