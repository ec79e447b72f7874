import './account.css';
import { redirectDocument } from 'react-router';
import { missingRole } from '#modules/identity/rules.ts';
import { toastedAction } from '#platform/forms/action-result.ts';
import { authenticatedAction } from '#platform/forms/run-action.ts';
import { PageHead } from '#platform/lists/page-head.tsx';
import { authenticatedLoader, cachedClientLoader, type UserRequest } from '#platform/web/authenticated-loader.ts';
import { clearSession, currentUser } from '#platform/web/session.ts';
import { getAccount } from '../contract.ts';
import type { Route } from './+types/account.ts';
import { changeAccount } from './account-actions.ts';
import { AppearancePanel } from './appearance-panel.tsx';
import { ContactPanel } from './contact-panel.tsx';
import { DataPanel } from './data-panel.tsx';
import { DeleteAccountPanel } from './delete-account-panel.tsx';
import { EmailPanel } from './email-panel.tsx';
import { PasswordPanel } from './password-panel.tsx';
import { ProfilePanel } from './profile-panel.tsx';
import { loadSessions } from './sessions.ts';
import { SessionsPanel } from './sessions-panel.tsx';
import { ShortcutPanel } from './shortcut-panel.tsx';
import { StartPanel } from './start-panel.tsx';

export const handle = { title: 'account.title', lead: 'account.lead', thing: 'account.thing' } as const;

async function loadAccount(request: UserRequest) {
  const [account, sessions] = await Promise.all([request.api.send(getAccount, {}), loadSessions(request)]);
  return { account, ...sessions };
}

export const loader = authenticatedLoader(loadAccount);
export const clientLoader = cachedClientLoader<Route.ClientLoaderArgs>();
export const action = authenticatedAction(changeAccount);

/** Forms that show their errors themselves. */
const SENT_IN_FORMS: unknown[] = ['name', 'contact', 'email', 'delete', 'password'];
/** Whether the form itself shows an error: all but single buttons do. */
const showsErrors = (form: FormData) => SENT_IN_FORMS.includes(form.get('intent')) || form.has('phone');

const runForm = toastedAction<Route.ClientActionArgs>((form) => (showsErrors(form) ? undefined : 'error.unavailable'));

/** Clears an ended session in this browser; after a deletion, all data of the user on this device. */
export async function clientAction(args: Route.ClientActionArgs) {
  const sent = args.request.clone();
  const user = await currentUser().catch(() => null);
  const result = await runForm(args);
  const intent = (await sent.formData()).get('intent');
  if (!(result instanceof Response) || intent === 'start') return result;
  // A document keeps its language until it is loaded again.
  if (intent === 'language') {
    (await import('#platform/forms/kept-fields.ts')).keepFields();
    return redirectDocument(result.headers.get('location') ?? '');
  }
  clearSession();
  if (user && intent === 'delete') forgetOnDevice(user.id);
  return result;
}

/** Deletes drafts, and phone and pick-up point of the last booking. Their keys contain the user's id. */
function forgetOnDevice(userId: string): void {
  for (const key of Object.keys(localStorage)) if (key.includes(userId)) localStorage.removeItem(key);
}

const AFTER_START = { seller: '/dashboard/addproduct', buyer: '/#collections' };

export default function MyAccount({ loaderData: { account, sessions, more } }: Route.ComponentProps) {
  const missing = missingRole(account.roles);
  return (
    <>
      <PageHead texts={handle} />
      <div className="account">
        {missing && (
          <StartPanel
            as={missing}
            level={2}
            to={AFTER_START[missing]}
            values={{ phone: account.phone, location: account.pickup }}
          />
        )}
        <div className="account-column">
          <ProfilePanel account={account} />
          <AppearancePanel />
          <PasswordPanel account={account} />
          <ShortcutPanel />
        </div>
        <div className="account-column">
          <ContactPanel account={account} />
          <EmailPanel account={account} />
          <SessionsPanel sessions={sessions} more={more} />
          <DataPanel account={account} />
          <DeleteAccountPanel account={account} />
        </div>
      </div>
    </>
  );
}
