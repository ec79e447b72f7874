import { useState } from 'react';
import { Outlet, useNavigation } from 'react-router';
import { useWords } from '#platform/web/words.tsx';
import { ProgressLine } from '#ui/progress-line.tsx';
import { SkipLink } from '#ui/skip-link.tsx';
import { Footer } from './footer.tsx';
import { Header } from './header.tsx';
import { OfflineBar } from './offline-bar.tsx';
import { usePageFocus } from './use-page-focus.ts';
import { useThemeOnPage } from './use-theme.ts';

/** What the layout gives the dashboard: the drawer, whose button stands in the header. */
export interface DrawerState {
  open: boolean;
  setOpen: (open: boolean) => void;
}

export default function Layout() {
  const { t } = useWords();
  const [open, setOpen] = useState(false);
  const navigation = useNavigation();
  usePageFocus();
  useThemeOnPage();
  return (
    <>
      <SkipLink>{t('nav.skip')}</SkipLink>
      <Header onToggleDrawer={() => setOpen(!open)} />
      <OfflineBar />
      <ProgressLine active={navigation.state === 'loading'} label={t('common.loading')} />
      <main id="main" tabIndex={-1}>
        <Outlet context={{ open, setOpen } satisfies DrawerState} />
      </main>
      <Footer />
    </>
  );
}
