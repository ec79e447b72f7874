import { useSearchParams } from 'react-router';
import { ACCOUNT_PAGE } from '#platform/contract/dashboard-paths.ts';
import { useSession } from '#platform/web/session.ts';
import { useTranslator } from '#platform/web/translator.tsx';
import { LinkButton } from '#ui/button.tsx';
import { AuthFrame } from './auth-frame.tsx';

/** The page that the link in a confirmation e-mail opens: its URL has `done`, and `error` when the link failed. */
export default function Verified() {
  const { t, product } = useTranslator();
  const { user } = useSession();
  const [search] = useSearchParams();
  const isNew = search.has('done') && !search.has('error');
  // An earlier or repeated link confirms nothing. Only the signed-in person is told about their own e-mail.
  const failed = !isNew && !user?.emailVerified;
  const title = t(failed ? 'verified.failedTitle' : isNew ? 'verified.title' : 'verified.already');
  const email = user?.email ?? '';
  const [to, label] = !user
    ? (['/login', 'nav.login'] as const)
    : failed
      ? ([ACCOUNT_PAGE, 'account.title'] as const)
      : (['/dashboard', 'nav.dashboard'] as const);
  return (
    <AuthFrame tone={failed ? 'lilac' : 'mint'} drawing="teddy">
      <title>{`${title} · ${product}`}</title>
      <h1 tabIndex={-1}>{title}</h1>
      <p className="auth-lead">
        {failed ? t('verified.failedBody') : isNew ? t('verified.body') : t('verified.alreadyBody', { email })}
      </p>
      <LinkButton to={to} size="lg" wide>
        {t(label)}
      </LinkButton>
    </AuthFrame>
  );
}
