import './dashboard-layout.css';
import { NavLink, Outlet, redirect, useLocation, useOutletContext } from 'react-router';
import { isKeptOut, roleOfPage } from '#modules/identity/rules.ts';
import { NotForYou } from '#modules/identity/web/not-for-you.tsx';
import { VerifyBanner } from '#modules/identity/web/verify-banner.tsx';
import type { Visitor } from '#platform/contract/page.ts';
import { loginPath } from '#platform/web/api-client.ts';
import { frameContext } from '#platform/web/api-context.ts';
import { nullIfOffline, unlessUnasked } from '#platform/web/offline-cache.ts';
import { useSession } from '#platform/web/session.ts';
import { useTranslator } from '#platform/web/translator.tsx';
import { useLive } from '#platform/web/use-live.ts';
import { Avatar } from '#ui/avatar.tsx';
import { VerifiedTick } from '#ui/chip.tsx';
import { Drawer } from '#ui/late-windows.tsx';
import { Loading, Skeleton } from '#ui/skeleton.tsx';
import type { Route } from './+types/dashboard-layout.ts';
import { ACCOUNT_LINK, LINKS_OF } from './dashboard-links.ts';
import type { LayoutContext } from './layout.tsx';

/** The lists that are watched: others change them while somebody looks. */
const LISTS = /^\/dashboard\/(myproduct|mybuyers|myorders|reporteditems|messages)\/?$/i;

/** Who has not chosen a category yet is asked for it at the login page too. */
export function loader({ context, url }: Route.LoaderArgs) {
  const role = context.get(frameContext).user?.role;
  if (!role || isKeptOut(role, url.pathname)) throw redirect(loginPath(url.pathname + url.search));
  return null;
}

/** The server is only asked who may come in. When it cannot be reached, who is here stays. */
export function clientLoader({ serverLoader }: Route.ClientLoaderArgs): Promise<null> {
  return serverLoader().catch(nullIfOffline);
}

export const shouldRevalidate = unlessUnasked;

/** The dashboard: a menu by role at the left, the work at the right; on small screens the menu slides in. */
export default function DashboardLayout() {
  const { t } = useTranslator();
  const { user } = useSession();
  const { pathname } = useLocation();
  const { open, setOpen } = useOutletContext<LayoutContext>();
  const page = roleOfPage(pathname);
  useLive({ personId: LISTS.test(pathname) && page === user?.role ? user?.id : undefined, still: page === 'admin' });
  return (
    <div className="dashboard">
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
        {user && !user.emailVerified && <VerifyBanner email={user.email} />}
        {user?.role && page && page !== user.role ? <NotForYou page={page} user={user} /> : <Outlet />}
      </div>
    </div>
  );
}

function DashboardMenu({ user }: { user: Visitor | undefined }) {
  const { t } = useTranslator();
  if (!user?.role) return <MenuSkeleton />;
  return (
    <>
      <div className="dashboard-me">
        <Avatar name={user.name} size="lg" />
        <div>
          <b>{user.name}</b>
          <small>
            {user.role === 'seller' && user.verified ? (
              <VerifiedTick label={t('status.verifiedSeller')} word={t('status.verifiedSeller')} />
            ) : (
              t(`role.${user.role}`)
            )}
          </small>
        </div>
      </div>
      <nav className="dashboard-links" aria-label={t('nav.dashboard')}>
        {[...LINKS_OF[user.role], ACCOUNT_LINK].map(({ to, label, Sign }) => (
          <NavLink key={to} to={to}>
            <Sign aria-hidden />
            {t(label)}
          </NavLink>
        ))}
      </nav>
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
