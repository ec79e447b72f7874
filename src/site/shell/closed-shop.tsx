import type { ReactNode } from 'react';
import { useLocation } from 'react-router';
import { ClosedBar } from './closed-bar.tsx';
import { ClosedScreen } from './closed-screen.tsx';
import { isChangeScreen } from './closed-screens.ts';

/** Shows the notice of a closed shop above a page, and replaces pages that only change data. */
export function ClosedShop({ children }: { children: ReactNode }) {
  const { pathname } = useLocation();
  return (
    <>
      <ClosedBar />
      {isChangeScreen(pathname) ? (
        <main id="main" tabIndex={-1}>
          <ClosedScreen />
        </main>
      ) : (
        children
      )}
    </>
  );
}
