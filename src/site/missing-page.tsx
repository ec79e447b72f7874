import { useLocation } from 'react-router';
import type { Role } from '#platform/contract/roles.ts';
import { useSession } from '#platform/web/session.ts';
import { useTranslator } from '#platform/web/translator.tsx';
import { LinkButton } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { DASHBOARD_PAGES, dashboardPageAt } from './dashboard-pages.ts';

/** The content of a dashboard page whose address names nothing. It links the list above. */
export function MissingPage() {
  const { t, product } = useTranslator();
  const { user } = useSession();
  const list = listAbove(useLocation().pathname, user?.roles ?? []);
  return (
    <>
      <title>{`${t('404.title')} · ${product}`}</title>
      <EmptyState
        level={1}
        title={t('404.title')}
        picture="/art/cut-horse.svg"
        action={list && <LinkButton to={`/dashboard/${list.path}`}>{t(list.label)}</LinkButton>}
      >
        {t('404.own')}
      </EmptyState>
    </>
  );
}

/** Returns the list from which a page of the dashboard is opened: a page of the menu. Receipts are opened from orders. */
export function listAbove(path: string, roles: readonly Role[]) {
  const { path: own = '', under = own } = dashboardPageAt(path) ?? {};
  const list = DASHBOARD_PAGES.find((one) => one.icon && (under === one.path || under.startsWith(`${one.path}/`)));
  const [role] = (['buyer', 'seller'] as const).filter((one) => roles.includes(one));
  return list ?? DASHBOARD_PAGES.find((one) => role && one.path === { buyer: 'myorders', seller: 'mybuyers' }[role]);
}
