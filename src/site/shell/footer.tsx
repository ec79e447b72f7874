import './footer.css';
import { Link } from 'react-router';
import { ThemeChoice } from '#platform/forms/theme-choice.tsx';
import { useRootData } from '#platform/web/session.ts';
import { useTranslator } from '#platform/web/translator.tsx';
import { FOOTER_PAGES } from '../pages/footer-pages.ts';
import { Logo } from './logo.tsx';

const COLUMNS = ['marketing', 'company', 'legal'] as const;

/** The footer: columns of links to the pages of text. */
export function Footer() {
  const { t, product } = useTranslator();
  const { demo } = useRootData();
  return (
    <footer className="footer">
      <div className="wrap">
        <div className="footer-columns">
          <div className="footer-brand">
            <Logo onDark />
            <p>{t('footer.tagline')}</p>
          </div>
          {COLUMNS.map((column) => (
            <nav key={column} aria-label={t(`footer.${column}`)}>
              <h2>{t(`footer.${column}`)}</h2>
              <ul>
                {FOOTER_PAGES[column].map((page) => (
                  <li key={page}>
                    <Link to={`/${page}`}>{t(`footer.${page}`)}</Link>
                  </li>
                ))}
              </ul>
            </nav>
          ))}
        </div>
        <div className="footer-end">
          <div className="footer-choices">
            {/* On wider screens it is in the header. */}
            <Link to="/blog">{t('nav.blog')}</Link>
            <ThemeChoice />
          </div>
          <span>© {product}</span>
          {demo && <span>{t('footer.demoPictures')}</span>}
        </div>
      </div>
    </footer>
  );
}
