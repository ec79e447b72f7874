import './start-panel.css';
import { useLocation } from 'react-router';
import type { SelfServiceRole } from '#platform/contract/roles.ts';
import { FormProblem, useFetcherForm } from '#platform/forms/fetcher-form.tsx';
import { useTranslator } from '#platform/web/translator.tsx';
import { Button } from '#ui/button.tsx';
import { ContactFields } from './contact-fields.tsx';
import { contactFields } from './forms.ts';
import { StartButton } from './start-button.tsx';

const TEXTS = {
  seller: { start: 'sell.start', body: 'sell.startBody', drawing: 'rings' },
  buyer: { start: 'buy.start', body: 'buy.startBody', drawing: 'pram' },
} as const;

/** Offers a person to sell or to buy as well. A heading of level 1 is the page's own. */
export function StartPanel(props: {
  as: SelfServiceRole;
  level: 1 | 2;
  to?: string;
  values?: { phone: string; location: string };
}) {
  const { as, level, to, values } = props;
  const { t, product } = useTranslator();
  const { start, body, drawing } = TEXTS[as];
  const Heading = level === 1 ? 'h1' : 'h2';
  return (
    <section className="start stitched tone-butter" aria-labelledby={`start-${as}`}>
      {level === 1 && <title>{`${t(start)} · ${product}`}</title>}
      <img src={`/art/cut-${drawing}.svg`} alt="" width={104} height={104} />
      <div>
        <Heading id={`start-${as}`} tabIndex={level === 1 ? -1 : undefined}>
          {t(start)}
        </Heading>
        <p>{t(body)}</p>
      </div>
      {as === 'seller' ? (
        <StartSelling {...(to && { to })} {...(values && { values })} />
      ) : (
        <StartButton as={as} size="lg" {...(to && { to })} />
      )}
    </section>
  );
}

/** Asks for phone and pick-up point, and adds the seller role. Redirects to `to`; to the current page by default. */
function StartSelling({ to, values }: { to?: string; values?: { phone: string; location: string } }) {
  const { t } = useTranslator();
  const { pathname, search } = useLocation();
  const form = useFetcherForm(contactFields, { own: { intent: 'start' }, defaultValue: values });
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
