import './footer.css';
import { Link } from 'react-router';
import type { MessageKey } from '#i18n/messages.ts';
import { useFrame } from '#platform/web/session.ts';
import { useTranslator } from '#platform/web/translator.tsx';
import { Logo } from './logo.tsx';

const COLUMNS: { title: MessageKey; links: { to: string; label: MessageKey }[] }[] = [
  {
    title: 'footer.marketing',
    links: [
      { to: '/selling', label: 'footer.selling' },
      { to: '/delivery', label: 'footer.delivery' },
      { to: '/buying', label: 'footer.buying' },
      { to: '/advertisement', label: 'footer.advertisement' },
    ],
  },
  {
    title: 'footer.company',
    links: [
      { to: '/about', label: 'footer.aboutUs' },
      { to: '/contact', label: 'footer.contact' },
      { to: '/jobs', label: 'footer.jobs' },
      { to: '/press', label: 'footer.pressKit' },
    ],
  },
  {
    title: 'footer.legal',
    links: [
      { to: '/terms', label: 'footer.terms' },
      { to: '/privacy', label: 'footer.privacy' },
      { to: '/cookies', label: 'footer.cookies' },
    ],
  },
];

export function Footer() {
  const { t, product } = useTranslator();
  const { demo } = useFrame();
  return (
    <footer className="footer">
      <div className="wrap">
        <div className="footer-columns">
          <div className="footer-brand">
            <Logo onDark />
            <p>{t('footer.tagline')}</p>
          </div>
          {COLUMNS.map((column) => (
            <nav key={column.title} aria-label={t(column.title)}>
              <h2>{t(column.title)}</h2>
              <ul>
                {column.links.map((link) => (
                  <li key={link.to}>
                    <Link to={link.to}>{t(link.label)}</Link>
                  </li>
                ))}
              </ul>
            </nav>
          ))}
        </div>
        <div className="footer-end">
          <span>© {product}</span>
          {demo && <span>{t('footer.demoPictures')}</span>}
        </div>
      </div>
    </footer>
  );
}
