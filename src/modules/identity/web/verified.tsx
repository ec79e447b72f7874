import { useSearchParams } from 'react-router';
import { useSession } from '#platform/web/session.ts';
import { useTranslator } from '#platform/web/translator.tsx';
import { LinkButton } from '#ui/button.tsx';
import { AuthFrame } from './auth-frame.tsx';

/** The page that the link in a confirmation e-mail opens: its address has `done`, and `error` when the link failed. */
export default function Verified() {
  const { t, product } = useTranslator();
  const { user } = useSession();
  const [search] = useSearchParams();
  const failed = !user?.emailVerified && (search.has('error') || !search.has('done'));
  const title = t(failed ? 'verified.failedTitle' : 'verified.title');
  return (
    <AuthFrame tone={failed ? 'lilac' : 'mint'} drawing="teddy">
      <title>{`${title} · ${product}`}</title>
      <h1 tabIndex={-1}>{title}</h1>
      <p className="auth-lead">{t(failed ? 'verified.failedBody' : 'verified.body')}</p>
      <LinkButton to={user ? '/dashboard' : '/login'} size="lg" wide>
        {t(user ? 'nav.dashboard' : 'nav.login')}
      </LinkButton>
    </AuthFrame>
  );
}
