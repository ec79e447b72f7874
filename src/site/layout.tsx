import { useEffect, useRef } from 'react';
import { Outlet, useLocation } from 'react-router';
import { useKeptFields } from '#platform/forms/use-kept-fields.ts';
import type { Route } from './+types/layout.ts';
import { ErrorPage } from './shell/error-page.tsx';
import { InstallOffer } from './shell/install-offer.tsx';
import { PageShell } from './shell/page-shell.tsx';
import { useClosedByNavigation } from './shell/panels.ts';

export interface LayoutContext {
  /** The dashboard's drawer. Its button is in the header. */
  open: boolean;
  setOpen: (open: boolean) => void;
}

export default function Layout() {
  const [open, setOpen] = useClosedByNavigation();
  usePageFocus();
  useKeptFields();
  return (
    <PageShell onToggleDrawer={() => setOpen(!open)}>
      <Outlet context={{ open, setOpen } satisfies LayoutContext} />
      <InstallOffer />
    </PageShell>
  );
}

/** The boundary of all pages. It is below the root, so that it has the root's data, such as the language. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ErrorPage error={error} />;
}

/** Moves the focus to the new page's heading after a navigation, so that screen readers begin there. */
function usePageFocus(): void {
  const { pathname, hash } = useLocation();
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    const heading = document.querySelector<HTMLElement>('main h1');
    if (!heading || hash || document.activeElement?.closest('main form')) return;
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
  }, [pathname, hash]);
}
