import './account.css';
import { asSignedIn } from '#platform/web/api-client.ts';
import { authenticatedLoader, cachedClientLoader, type UserRequest } from '#platform/web/authenticated-loader.ts';
import { PageHead } from '#platform/web/page-head.tsx';
import { getAccount } from '../contract.ts';
import type { Route } from './+types/account.ts';
import { AccountFacts } from './account-facts.tsx';
import { DataPanel } from './data-panel.tsx';
import { KeysPanel } from './keys-panel.tsx';
import { LeavePanel } from './leave-panel.tsx';
import { PasswordPanel } from './password-panel.tsx';
import { loadSessions } from './sessions.ts';
import { SessionsPanel } from './sessions-panel.tsx';

export const handle = { title: 'account.title', lead: 'account.lead', thing: 'account.thing' } as const;

async function loadAccount(request: UserRequest) {
  const [account, sessions] = await Promise.all([request.api.send(getAccount, {}), loadSessions(request)]);
  return { account, ...sessions };
}

export function loader(args: Route.LoaderArgs) {
  return authenticatedLoader(args, loadAccount);
}

export function clientLoader(args: Route.ClientLoaderArgs) {
  return cachedClientLoader(args);
}
clientLoader.hydrate = true as const;

/** Loads the code of each form when it is sent, so that the page stays within its JavaScript budget. */
export function clientAction({ request }: Route.ClientActionArgs) {
  return asSignedIn(request, async () => {
    const form = await request.formData();
    if (!form.has('intent')) return (await import('./leave.ts')).leave(form);
    if (form.get('intent') === 'password') return (await import('./password.ts')).sendPassword(form);
    return (await import('./sessions-end.ts')).sendSessionsEnd(form);
  });
}

export default function MyAccount({ loaderData: { account, sessions, more } }: Route.ComponentProps) {
  return (
    <>
      <PageHead texts={handle} />
      <div className="account">
        <AccountFacts account={account} />
        <PasswordPanel account={account} />
        <SessionsPanel sessions={sessions} more={more} />
        <KeysPanel />
        <DataPanel account={account} />
        <LeavePanel account={account} />
      </div>
    </>
  );
}
