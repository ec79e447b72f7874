import { redirect } from 'react-router';
import { frameContext } from '#platform/web/api-context.ts';
import { loginPath } from '#platform/web/client.ts';
import { useWords } from '#platform/web/words.tsx';
import { LinkButton } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import type { Route } from './+types/dashboard-start.ts';

/** Each role begins at its own work. */
export function loader({ context }: Route.LoaderArgs) {
  const { user } = context.get(frameContext);
  // Who has not chosen a category yet is asked for it at the login page.
  if (!user?.role) throw redirect(loginPath('/dashboard'));
  if (user.role === 'seller') throw redirect('/dashboard/myproduct');
  if (user.role === 'buyer') throw redirect('/dashboard/myorders');
  return null;
}

export default function DashboardStart() {
  const { t, product } = useWords();
  return (
    <>
      <title>{`${t('nav.dashboard')} · ${product}`}</title>
      <EmptyState
        level={1}
        title={t('dash.start')}
        picture="/art/cut-blocks.svg"
        action={<LinkButton to="/">{t('404.home')}</LinkButton>}
      >
        {t('dash.startBody')}
      </EmptyState>
    </>
  );
}
