import './bottom-bar.css';
import { House, type LucideIcon, Plus, Search, ShoppingBag, UserRound } from 'lucide-react';
import { Link, useLocation } from 'react-router';
import { useRootData } from '#platform/web/session.ts';
import { useTranslator } from '#platform/web/translator.tsx';
import { type TabName, tabAt, tabsOf } from './bottom-tabs.ts';

const ICONS: Record<TabName, LucideIcon> = {
  home: House,
  search: Search,
  sell: Plus,
  orders: ShoppingBag,
  me: UserRound,
};

/** The only menu of a phone, at the foot of the screen: links with the number of things to do. */
export function BottomBar() {
  const { t, number } = useTranslator();
  const { user, todo } = useRootData();
  const { pathname } = useLocation();
  const current = tabAt(pathname, user?.roles);
  return (
    <nav className="bottom-bar" aria-label={t('tab.label')}>
      {tabsOf(user?.roles, todo).map(({ name, to, waiting = 0 }) => {
        const Icon = ICONS[name];
        const label = t(name === 'home' ? 'nav.home' : `tab.${name}`);
        return (
          // WebKit focuses a tapped link only with a tabindex.
          <Link key={name} to={to} tabIndex={0} aria-current={name === current ? 'page' : undefined}>
            <span className="bottom-bar-icon">
              <Icon aria-hidden />
              {waiting > 0 && (
                <span className="bottom-bar-count num" aria-hidden>
                  {number(waiting)}
                </span>
              )}
            </span>
            <span aria-hidden={waiting > 0}>{label}</span>
            {waiting > 0 && <span className="sr">{t('tab.todo', { tab: label, n: waiting })}</span>}
          </Link>
        );
      })}
    </nav>
  );
}
