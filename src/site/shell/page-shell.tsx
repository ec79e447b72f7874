import './skip-link.css';
import { lazy, type ReactNode, Suspense } from 'react';
import { useNavigation } from 'react-router';
import { useRootData } from '#platform/web/session.ts';
import { useTranslator } from '#platform/web/translator.tsx';
import { ProgressLine } from '#ui/progress-line.tsx';
import { BottomBar } from './bottom-bar.tsx';
import { Footer } from './footer.tsx';
import { Header } from './header.tsx';
import { OfflineBar } from './offline-bar.tsx';
import { useThemeOnPage } from './theme.tsx';

// Loaded only while the shop is closed, to keep other pages within their JavaScript budget.
const ClosedShop = lazy(() => import('./closed-shop.tsx').then((file) => ({ default: file.ClosedShop })));

/** Header, footer and notices around a page, also around an error. */
export function PageShell({ onToggleDrawer, children }: { onToggleDrawer?(): void; children: ReactNode }) {
  const { t } = useTranslator();
  const navigation = useNavigation();
  const { closed } = useRootData();
  useThemeOnPage();
  const page = (
    <main id="main" tabIndex={-1}>
      {children}
    </main>
  );
  return (
    <>
      <a className="skip-link" href="#main">
        {t('nav.skip')}
      </a>
      <Header onToggleDrawer={onToggleDrawer} />
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
