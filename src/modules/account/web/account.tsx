import './account.css';
import { useEffect } from 'react';
import { asSignedIn } from '#platform/web/api-client.ts';
import { type Asker, authenticatedClientLoader, authenticatedLoader } from '#platform/web/authenticated-loader.ts';
import { useTranslator } from '#platform/web/translator.tsx';
import { ErrorState } from '#ui/empty-state.tsx';
import { getAccount } from '../contract.ts';
import type { Route } from './+types/account.ts';
import { AccountFacts } from './account-facts.tsx';
import { DataPanel } from './data-panel.tsx';
import { KeysPanel } from './keys-panel.tsx';
import { LeavePanel } from './leave-panel.tsx';
import { PasswordPanel } from './password-panel.tsx';
import { loadSessions } from './sessions.ts';
import { SessionsPanel } from './sessions-panel.tsx';

async function loadAccount(asker: Asker) {
  const [account, sessions] = await Promise.all([asker.api.send(getAccount, {}), loadSessions(asker)]);
  return { account, ...sessions };
}

export function loader(args: Route.LoaderArgs) {
  return authenticatedLoader(args, loadAccount);
}

export function clientLoader(args: Route.ClientLoaderArgs) {
  return authenticatedClientLoader(args, loadAccount);
}
clientLoader.hydrate = true as const;

/** Loads what an answer needs only when a form is sent, so that the page stays within its JavaScript budget. */
export function clientAction({ request }: Route.ClientActionArgs) {
  return asSignedIn(request, async () => {
    const form = await request.formData();
    if (!form.has('intent')) return (await import('./leave.ts')).leave(form);
    if (form.get('intent') === 'password') return (await import('./password.ts')).sendPassword(form);
    return (await import('./sessions-end.ts')).sendSessionsEnd(form);
  });
}

function Head() {
  const { t, product } = useTranslator();
  return (
    <div className="page-head">
      <title>{`${t('account.title')} · ${product}`}</title>
      <div>
        <h1 tabIndex={-1}>{t('account.title')}</h1>
        <p>{t('account.lead')}</p>
      </div>
    </div>
  );
}

export default function MyAccount({ loaderData: { account, sessions, more } }: Route.ComponentProps) {
  return (
    <>
      <Head />
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

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const { t } = useTranslator();
  useEffect(() => console.error(error), [error]);
  return (
    <>
      <Head />
      <ErrorState title={t('common.dropped')} retryLabel={t('common.tryAgain')}>
        {t('common.notLoaded', { thing: t('account.thing') })}
      </ErrorState>
    </>
  );
}
