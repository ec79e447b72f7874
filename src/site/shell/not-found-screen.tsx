import './not-found.css';
import { useTranslator } from '#platform/web/translator.tsx';
import { LinkButton } from '#ui/button.tsx';
import { DemoMark } from './demo-mark.tsx';

/** The full-screen 404 page. A rocking horse takes the place of the zero. */
export function NotFoundScreen() {
  const { t, product } = useTranslator();
  return (
    <main className="not-found" id="main">
      <title>{`${t('404.title')} · ${product}`}</title>
      <div className="not-found-panel">
        <div>
          <DemoMark />
          <h1>{t('404.title')}</h1>
          <p>{t('404.body')}</p>
          <div className="not-found-ways">
            <LinkButton size="lg" to="/">
              {t('404.home')}
            </LinkButton>
            <LinkButton size="lg" look="white" to="/#collections">
              {t('home.collections')}
            </LinkButton>
          </div>
        </div>
        <div className="not-found-picture" aria-hidden="true">
          <b>4</b>
          <img src="/art/cut-horse.svg" alt="" width={400} height={400} />
          <b>4</b>
        </div>
      </div>
    </main>
  );
}
