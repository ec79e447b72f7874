import './shell/skip-link.css';
import { lazy, Suspense, useEffect, useRef } from 'react';
import { Outlet, useLocation, useNavigation } from 'react-router';
import { useKeptFields } from '#platform/forms/use-kept-fields.ts';
import { useFrame } from '#platform/web/session.ts';
import { useTranslator } from '#platform/web/translator.tsx';
import { ProgressLine } from '#ui/progress-line.tsx';
import type { Route } from './+types/layout.ts';
import { BottomBar } from './shell/bottom-bar.tsx';
import { ErrorPage } from './shell/error-page.tsx';
import { Footer } from './shell/footer.tsx';
import { Header } from './shell/header.tsx';
import { OfflineBar } from './shell/offline-bar.tsx';
import { useOpenHere } from './shell/panels.ts';
import { useThemeOnPage } from './shell/theme.tsx';

// Loaded only while the shop is closed, to keep other pages within their JavaScript budget.
const ClosedShop = lazy(() => import('./shell/closed-shop.tsx').then((file) => ({ default: file.ClosedShop })));

/** The context of the pages in the layout. */
export interface LayoutContext {
  /** The dashboard's drawer. Its button is in the header. */
  open: boolean;
  setOpen: (open: boolean) => void;
}

export default function Layout() {
  const { t } = useTranslator();
  const [open, setOpen] = useOpenHere();
  const navigation = useNavigation();
  const { closed } = useFrame();
  usePageFocus();
  useThemeOnPage();
  useKeptFields();
  const page = (
    <main id="main" tabIndex={-1}>
      <Outlet context={{ open, setOpen } satisfies LayoutContext} />
    </main>
  );
  return (
    <>
      <a className="skip-link" href="#main">
        {t('nav.skip')}
      </a>
      <Header onToggleDrawer={() => setOpen(!open)} />
      <OfflineBar />
      <ProgressLine active={navigation.state === 'loading'} label={t('common.loading')} />
      {closed ? (
        <Suspense>
          <ClosedShop>{page}</ClosedShop>
        </Suspense>
      ) : (
        page
      )}
      <Footer />
      <BottomBar />
    </>
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
