import './header.css';
import { LayoutDashboard, Menu as MenuIcon, Search, X } from 'lucide-react';
import { useState } from 'react';
import { NavLink, useLocation, useNavigate, useRevalidator } from 'react-router';
import { signOut, useSession } from '#platform/web/session.ts';
import { useTranslator } from '#platform/web/translator.tsx';
import { Button, LinkButton } from '#ui/button.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { toast } from '#ui/toast.tsx';
import { HeaderSearch } from './header-search.tsx';
import { DemoMark, Logo } from './logo.tsx';
import { useMenuPanel, useSearchPanel } from './panels.ts';
import { ThemeChoice, ThemeMenu } from './theme.tsx';

/** The top bar. On small screens a button opens a panel with its links, and the dashboard's menu has its own button. */
export function Header({ onToggleDrawer }: { onToggleDrawer: () => void }) {
  const { t } = useTranslator();
  const { state } = useSession();
  const { pathname } = useLocation();
  const { open, setOpen, header, opener } = useMenuPanel();
  const search = useSearchPanel();
  const signedIn = state === 'signedIn';
  return (
    <header ref={header} className={`header ${signedIn ? 'header-signed-in' : ''}`}>
      <div className="wrap header-bar">
        {/^\/dashboard(\/|$)/i.test(pathname) && (
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
          <div className="header-wide">
            <LanguageSwitch />
            <ThemeMenu />
          </div>
          <SessionButton className={signedIn ? 'header-sign-out' : undefined} />
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
          <ThemeChoice />
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
        <NavLink key={link.to} {...link}>
          {t(label)}
        </NavLink>
      ))}
    </nav>
  );
}

function SessionButton({ className, wide }: { className?: string; wide?: boolean }) {
  const { t } = useTranslator();
  const { state } = useSession();
  const navigate = useNavigate();
  const { revalidate } = useRevalidator();
  const [leaving, setLeaving] = useState(false);

  async function leave() {
    setLeaving(true);
    const ended = await signOut();
    await navigate('/login');
    await revalidate();
    setLeaving(false);
    if (ended) toast.success(t('auth.signedOut'));
    else toast.error(t('auth.signOutFailed'));
  }

  if (state === 'signedOut') {
    return (
      <LinkButton className={className} to="/login">
        {t('nav.login')}
      </LinkButton>
    );
  }
  return (
    <Button className={className} look="ghost" wide={wide} pending={leaving} onClick={leave}>
      {t('nav.signOut')}
    </Button>
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
