import './header.css';
import { LayoutDashboard, Menu as MenuIcon, Search, X } from 'lucide-react';
import { useLocation } from 'react-router';
import { OFFLINE_PATH } from '#platform/contract/saved-pages.ts';
import { useSession } from '#platform/web/session.ts';
import { useTranslator } from '#platform/web/translator.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { tabAt } from './bottom-tabs.ts';
import { HeaderSearch } from './header-search.tsx';
import { DemoMark, Logo } from './logo.tsx';
import { PageLink } from './page-link.tsx';
import { useMenuPanel, useSearchPanel } from './panels.ts';
import { SessionButton } from './session-button.tsx';

/**
 * The top bar. Where its links do not fit beside the dashboard's, a button opens a panel with them. The dashboard's
 * menu has its own button. A phone has the bottom bar instead.
 */
export function Header({ onToggleDrawer }: { onToggleDrawer?: (() => void) | undefined }) {
  const { t } = useTranslator();
  const { state } = useSession();
  const { pathname } = useLocation();
  const { open, setOpen, header, opener } = useMenuPanel();
  const search = useSearchPanel();
  const signedIn = state === 'signedIn';
  const tab = tabAt(pathname);
  return (
    <header
      ref={header}
      className={`header ${signedIn ? 'header-signed-in' : ''}`}
      // On phones the field stands here on the pages where people look for something.
      data-search={tab === 'home' || tab === 'search' || undefined}
    >
      <div className="wrap header-bar">
        {onToggleDrawer && /^\/dashboard(\/|$)/i.test(pathname) && (
          <IconButton
            className="header-drawer"
            label={t('nav.toggleDrawer')}
            icon={<LayoutDashboard aria-hidden />}
            onClick={onToggleDrawer}
          />
        )}
        <div className="header-name">
          <Logo />
          <DemoMark />
        </div>
        <MainLinks className="header-links" />
        <HeaderSearch field={search.field} open={search.open} onEscape={search.escape} />
        <div className="header-end">
          <LanguageSwitch />
          {/* The saved offline page is the same for all users: it has no session. */}
          {pathname !== OFFLINE_PATH && <SessionButton className={signedIn ? 'header-sign-out' : undefined} />}
          <IconButton
            ref={search.opener}
            className="header-search-open"
            label={t('search.label')}
            icon={<Search aria-hidden />}
            aria-expanded={search.open}
            aria-controls="header-search"
            onClick={() => {
              setOpen(false);
              search.toggle();
            }}
          />
          <IconButton
            ref={opener}
            className="header-menu-button"
            label={t('nav.menu')}
            icon={open ? <X aria-hidden /> : <MenuIcon aria-hidden />}
            aria-expanded={open}
            aria-controls="header-panel"
            onClick={() => {
              search.hide();
              setOpen(!open);
            }}
          />
        </div>
      </div>
      <div className="header-panel" id="header-panel" hidden={!open}>
        <div className="wrap">
          <MainLinks className="header-panel-links" />
          <LanguageSwitch />
          {signedIn && <SessionButton wide />}
        </div>
      </div>
    </header>
  );
}

const LINKS = [
  { to: '/', label: 'nav.home', end: true, prefetch: 'intent' },
  { to: '/blog', label: 'nav.blog', prefetch: 'intent' },
  { to: '/about', label: 'nav.about', prefetch: 'intent' },
] as const;
const OWN_LINKS = [...LINKS, { to: '/dashboard', label: 'nav.dashboard' }] as const;

function MainLinks({ className }: { className: string }) {
  const { t } = useTranslator();
  const { state } = useSession();
  const links = state === 'signedIn' ? OWN_LINKS : LINKS;
  return (
    <nav className={className} aria-label={t('nav.main')}>
      {links.map(({ label, ...link }) => (
        <PageLink key={link.to} {...link}>
          {t(label)}
        </PageLink>
      ))}
    </nav>
  );
}

const LANGUAGES = [
  { code: 'en', name: 'EN' },
  { code: 'bn', name: 'বাংলা' },
] as const;

/** Links to the same page in each language. The server answers them, so they work before JavaScript loads. */
function LanguageSwitch() {
  const { t, language } = useTranslator();
  const query = new URLSearchParams(useLocation().search);
  query.delete('lang');
  const here = (code: string) => `?${new URLSearchParams([...query, ['lang', code]])}`;
  return (
    <nav className="language" aria-label={t('nav.language')}>
      {LANGUAGES.map(({ code, name }) => (
        <a key={code} href={here(code)} lang={code} hrefLang={code} aria-current={code === language || undefined}>
          {name}
        </a>
      ))}
    </nav>
  );
}
