import './dashboard-layout.css';
// The server renders this lazy part: its styles do not wait for a script.
import '#modules/identity/web/verify-banner.css';
import {
  Banknote,
  ChartColumn,
  Flag,
  HandCoins,
  Heart,
  Languages,
  type LucideIcon,
  Mail,
  Package,
  Plus,
  Scale,
  ScrollText,
  ShoppingBag,
  Store,
  UserRound,
  Users,
  Wallet,
} from 'lucide-react';
import { Fragment, lazy, type ReactNode, Suspense, useEffect } from 'react';
import { isRouteErrorResponse, Outlet, redirect, useLocation, useMatches, useOutletContext } from 'react-router';
import { roleLabel } from '#modules/identity/rules.ts';
import type { CurrentUser } from '#platform/contract/page.ts';
import type { Role } from '#platform/contract/roles.ts';
import { PageHead, type PageTexts } from '#platform/lists/page-head.tsx';
import { loginPath } from '#platform/web/api-client.ts';
import { pageRoleContext, requireUser } from '#platform/web/authenticated-loader.ts';
import { logPageError, problemOf } from '#platform/web/error-reply.ts';
import { isNetworkFailure, isUnreachable } from '#platform/web/offline-cache.ts';
import { useRootData, useSession } from '#platform/web/session.ts';
import { useTranslator } from '#platform/web/translator.tsx';
import { useLive } from '#platform/web/use-live.ts';
import { Avatar } from '#ui/avatar.tsx';
import { VerifiedTick } from '#ui/chip.tsx';
import { ErrorState } from '#ui/empty-state.tsx';
import { Drawer } from '#ui/lazy-overlays.tsx';
import { Loading, Skeleton } from '#ui/skeleton.tsx';
import type { Route } from './+types/dashboard-layout.ts';
import { DASHBOARD_PAGES, dashboardPageAt, lacksAdminRole, menuOf, type PageIcon } from './dashboard-pages.ts';
import type { LayoutContext } from './layout.tsx';
import { ORDER_LISTS } from './shell/bottom-tabs.ts';
import { PageLink } from './shell/page-link.tsx';
import { SessionButton } from './shell/session-button.tsx';

// Loaded only by users who lack the role of a page.
const WrongRole = lazy(async () => ({ default: (await import('#modules/identity/web/wrong-role.tsx')).WrongRole }));
// Most users have confirmed their address. The page does without it if it cannot load.
const VerifyBanner = lazy(async () => {
  const file = await import('#modules/identity/web/verify-banner.tsx').catch(() => undefined);
  return { default: file?.VerifyBanner ?? ((_: { email: string; stays: boolean }) => null) };
});
const MissingPage = lazy(async () => ({ default: (await import('./missing-page.tsx')).MissingPage }));
const StartPanel = lazy(async () => ({ default: (await import('#modules/account/web/start-panel.tsx')).StartPanel }));

const ICONS: Record<PageIcon, LucideIcon> = {
  Banknote,
  ChartColumn,
  Flag,
  HandCoins,
  Heart,
  Languages,
  Mail,
  Package,
  Plus,
  ScrollText,
  ShoppingBag,
  Store,
  UserRound,
  Users,
  Scale,
  Wallet,
};

/** Redirects a user without access to the login page, and passes the page's role to its loader. */
export const middleware: Route.MiddlewareFunction[] = [
  ({ context, pattern, url }) => {
    const { roles } = requireUser({ context, url });
    if (roles.length === 0 || lacksAdminRole(roles, pattern)) throw redirect(loginPath(url.pathname + url.search));
    context.set(pageRoleContext, dashboardPageAt(pattern)?.role ?? null);
  },
];

/** The dashboard: the user's menu at the left, the page at the right; on small screens the menu is a drawer. */
export default function DashboardLayout() {
  return (
    <Dashboard>
      <Outlet />
    </Dashboard>
  );
}

/** Shows in a page's place that it failed to load. The page's heading stays. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const texts = useMatches().at(-1)?.handle as PageTexts | undefined;
  // The page around shows the offline panel.
  if (!texts || (isNetworkFailure(error) && (navigator.onLine === false || isUnreachable()))) throw error;
  const failure = <PageFailure texts={texts} error={error} />;
  return (
    <Dashboard>
      {isMissing(error) ? (
        <Suspense>
          <MissingPage />
        </Suspense>
      ) : (
        failure
      )}
    </Dashboard>
  );
}

/** Whether the error is permanent: nothing has this address, or the address is invalid. */
function isMissing(error: unknown): boolean {
  return isRouteErrorResponse(error) && (error.status === 404 || error.status === 400);
}

function PageFailure({ texts, error }: { texts: PageTexts; error: unknown }) {
  const { t } = useTranslator();
  const { title, thing, hasDraft } = texts;
  useEffect(() => logPageError(error), [error]);
  const reason = problemOf(error)?.message || t('common.notLoaded', { thing: t(thing) });
  return (
    <>
      {title && <PageHead texts={{ ...texts, title }} />}
      <ErrorState level={title ? 2 : 1} title={t('common.dropped')} retryLabel={t('common.tryAgain')}>
        {reason} {hasDraft && t('common.safe')}
      </ErrorState>
    </>
  );
}

function Dashboard({ children }: { children: ReactNode }) {
  const { t } = useTranslator();
  const { user } = useSession();
  const { pathname } = useLocation();
  const { open, setOpen } = useOutletContext<LayoutContext>();
  const page = dashboardPageAt(pathname);
  const onlyFor = page?.role;
  const isAccount = page?.path === 'account';
  const isForOthers = onlyFor !== undefined && !user?.roles.includes(onlyFor);
  useLive({ personId: page?.live && !isForOthers ? user?.id : undefined, keepsPlaces: onlyFor === 'admin' });
  return (
    <div className="dashboard" data-me={isAccount || undefined}>
      <aside className="dashboard-side">
        <DashboardMenu user={user} />
      </aside>
      <Drawer
        open={open}
        onClose={() => setOpen(false)}
        title={t('nav.dashboard')}
        titleHidden
        closeLabel={t('common.close')}
      >
        <DashboardMenu user={user} />
      </Drawer>
      <div className="dashboard-main">
        {user && <OrderTabs user={user} path={page?.path} />}
        {user && !user.emailVerified && (
          <Suspense>
            <VerifyBanner email={user.email} stays={isAccount} />
          </Suspense>
        )}
        {user && isForOthers ? <Closed page={onlyFor} user={user} /> : children}
      </div>
    </div>
  );
}

const ORDER_PAGES = DASHBOARD_PAGES.filter(({ path }) => ORDER_LISTS.includes(path));

/** On phones, where these lists are under one tab of the bottom bar: the way from one to another. */
function OrderTabs({ user: { roles }, path }: { user: CurrentUser; path: string | undefined }) {
  const { t } = useTranslator();
  const { todo } = useRootData();
  if (roles.includes('admin') || !path || !ORDER_LISTS.includes(path)) return null;
  const shown = ORDER_PAGES.filter(
    (page) => page.path === path || page.role === 'buyer' || (page.role ? roles.includes('seller') : todo?.disputes),
  );
  if (shown.length === 1) return null;
  return (
    <nav className="dashboard-tabs" aria-label={t('tab.orders')}>
      {shown.map(({ path: to, label }) => (
        <PageLink key={to} to={`/dashboard/${to}`}>
          <Counted label={t(label)} waiting={todo?.[to]} />
        </PageLink>
      ))}
    </nav>
  );
}

/** The text of a link, with the number of things that wait on its page. */
function Counted({ label, waiting }: { label: string; waiting: number | undefined }) {
  const { t, number } = useTranslator();
  if (!waiting) return <span>{label}</span>;
  return (
    <>
      <span aria-hidden>{label}</span>
      <span className="sr">{t('tab.todo', { tab: label, n: waiting })}</span>
      <span className="dashboard-count num" aria-hidden>
        {number(waiting)}
      </span>
    </>
  );
}

/** Replaces a page whose role the user lacks. */
function Closed({ page, user }: { page: Role; user: CurrentUser }) {
  const isStartable = page !== 'admin' && !user.roles.includes('admin');
  return (
    <Suspense>{isStartable ? <StartPanel as={page} level={1} /> : <WrongRole page={page} user={user} />}</Suspense>
  );
}

function DashboardMenu({ user }: { user: CurrentUser | undefined }) {
  const { t } = useTranslator();
  const { todo } = useRootData();
  const under = dashboardPageAt(useLocation().pathname)?.under;
  if (!user?.roles.length) return <MenuSkeleton />;
  return (
    <>
      <div className="dashboard-me">
        <Avatar name={user.name} size="lg" />
        <div>
          <b>{user.name}</b>
          <small>
            {user.verified ? (
              <VerifiedTick label={t('status.verifiedSeller')} word={t('status.verifiedSeller')} />
            ) : (
              t(roleLabel(user.roles))
            )}
          </small>
        </div>
      </div>
      <nav className="dashboard-links" aria-label={t('nav.dashboard')}>
        {menuOf(user.roles).map(({ heading, links }) => (
          <Fragment key={heading ?? ''}>
            {heading && <h2>{t(heading)}</h2>}
            {links.map(({ to, label, icon, task }) => {
              const Icon = ICONS[icon];
              return (
                <PageLink key={to} to={to} aria-current={to === `/dashboard/${under}` || undefined}>
                  <Icon aria-hidden />
                  <Counted label={t(label)} waiting={task && todo?.[task]} />
                </PageLink>
              );
            })}
          </Fragment>
        ))}
      </nav>
      <div className="dashboard-sign-out">
        <SessionButton wide />
      </div>
    </>
  );
}

function MenuSkeleton() {
  const { t } = useTranslator();
  return (
    <Loading label={t('common.loading')}>
      <div className="dashboard-skeleton">
        <Skeleton shape="circle" />
        {['a', 'b', 'c', 'd', 'e'].map((key) => (
          <Skeleton key={key} shape="box" />
        ))}
      </div>
    </Loading>
  );
}
