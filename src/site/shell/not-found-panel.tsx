import { Search } from 'lucide-react';
import { Form } from 'react-router';
import { useTranslator } from '#platform/web/translator.tsx';
import { Button, LinkButton } from '#ui/button.tsx';

/** The content of a 404 page. A rocking horse takes the place of the zero. */
export function NotFoundPanel() {
  const { t, product } = useTranslator();
  return (
    <div className="not-found">
      <title>{`${t('404.title')} · ${product}`}</title>
      <div className="not-found-panel">
        <div>
          <h1>{t('404.title')}</h1>
          <p>{t('404.body')}</p>
          <SearchBox label={t('404.title')} />
          <div className="not-found-ways">
            <LinkButton look="white" to="/">
              {t('404.home')}
            </LinkButton>
            <LinkButton look="white" to="/#collections">
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
    </div>
  );
}

/** A search field in the page: on phones the header's is behind a button. */
export function SearchBox({ label }: { label: string }) {
  const { t } = useTranslator();
  return (
    <Form action="/search" role="search" aria-label={label} className="error-page-search">
      <input
        className="input"
        type="search"
        name="q"
        maxLength={100}
        enterKeyHint="search"
        aria-label={t('search.label')}
        placeholder={t('nav.searchPlaceholder')}
      />
      <Button type="submit" icon={<Search className="icon" aria-hidden />}>
        {t('search.label')}
      </Button>
    </Form>
  );
}
