import './prose.css';
import './contact.css';
import { useSearchParams } from 'react-router';
import { ContactForm } from '#modules/support/web/contact-form.tsx';
import { deliverMessage } from '#modules/support/web/deliver-message.ts';
import { MessageSent } from '#modules/support/web/message-sent.tsx';
import { formAction } from '#platform/forms/action-result.ts';
import { pageAction } from '#platform/forms/run-action.ts';
import { rootDataContext } from '#platform/web/api-context.ts';
import { useSession } from '#platform/web/session.ts';
import { useTranslator } from '#platform/web/translator.tsx';
import { Alert } from '#ui/alert.tsx';
import { PageAddresses } from '../shell/page-addresses.tsx';
import type { Route } from './+types/contact.ts';
import { ProsePanel, ProseSections } from './prose.tsx';
import contact from './server/contact.json' with { type: 'json' };

/** The id of a booking; its page shows the last digits as its number. */
const ORDER = /^[\da-f-]{28}([\da-f]{4})([\da-f]{4})$/;

/** Returns the page's text in the request's language. */
export function loader({ context }: Route.LoaderArgs) {
  return contact[context.get(rootDataContext).language];
}

export const action = pageAction(deliverMessage);
export const clientAction = formAction<Route.ClientActionArgs>();

export default function Contact({ loaderData: page, actionData }: Route.ComponentProps) {
  const { t, product } = useTranslator();
  const { user } = useSession();
  const [search] = useSearchParams();
  const [, first, last] = ORDER.exec(search.get('order') ?? '') ?? [];
  const known = {
    ...(user ? { name: user.name, email: user.email } : {}),
    subject: search.get('subject') ?? '',
    ...(first ? { message: `${t('support.order', { number: `${first}-${last}`.toUpperCase() })}\n` } : {}),
    requestId: search.get('request') ?? '',
  };
  return (
    <div className="wrap prose-page">
      <title>{`${page.title} · ${product}`}</title>
      <meta name="description" content={page.lead} />
      <PageAddresses path="/contact" />
      <ProsePanel tone="mint" art="/art/cut-bag.svg" title={page.title}>
        {page.lead}
      </ProsePanel>
      <div className="contact-columns">
        <div className="contact-main">
          <Alert tone="warning" announce={false}>
            {t('support.danger')}
          </Alert>
          {actionData && 'sent' in actionData && actionData.sent ? (
            <MessageSent to={actionData.sent} />
          ) : (
            <ContactForm answer={actionData} known={known} />
          )}
        </div>
        <div className="prose">
          <ProseSections sections={page.sections} />
        </div>
      </div>
    </div>
  );
}
