import './closed-shop.css';
import { DoorClosed, House } from 'lucide-react';
import type { ReactNode } from 'react';
import { useLocation } from 'react-router';
import { useTranslator } from '#platform/web/translator.tsx';
import { LinkButton } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';

/** Screens that exist only to change data. A closed shop shows all others. */
const CHANGE_SCREENS =
  /^\/(login|signup|forgot|reset|dashboard\/(addproduct|myproduct\/[^/]+\/edit|payment\/[^/]+))\/?$/i;

/** Whether a closed shop replaces the page at this path by a plain one. */
export function isChangeScreen(path: string): boolean {
  return CHANGE_SCREENS.test(path);
}

/** Shows the notice of a closed shop above a page, and replaces pages that only change data. */
export function ClosedShop({ children }: { children: ReactNode }) {
  const { t, product } = useTranslator();
  const { pathname } = useLocation();
  return (
    <>
      <aside className="closed-bar" aria-label={t('closed.label')}>
        <p className="wrap">
          <DoorClosed className="icon" aria-hidden />
          {t('closed.bar')}
        </p>
      </aside>
      {isChangeScreen(pathname) ? (
        <main id="main" tabIndex={-1}>
          <title>{`${t('closed.title')} · ${product}`}</title>
          <div className="wrap">
            <EmptyState
              level={1}
              title={t('closed.title')}
              picture="/art/cut-cot.svg"
              action={
                <LinkButton to="/" icon={<House className="icon" aria-hidden />}>
                  {t('closed.home')}
                </LinkButton>
              }
            >
              {t('closed.body')}
            </EmptyState>
          </div>
        </main>
      ) : (
        children
      )}
    </>
  );
}
