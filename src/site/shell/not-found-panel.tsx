import { Search } from 'lucide-react';
import { Form } from 'react-router';
import type { Category } from '#modules/catalogue/contract.ts';
import { useTranslator } from '#platform/web/translator.tsx';
import { Button, LinkButton } from '#ui/button.tsx';
import { useCategoryPath } from '../products/category-path.ts';

const MAX_CATEGORIES = 6;

/** The content of a 404 page, with the largest categories if it has them. A rocking horse takes the place of the zero. */
export function NotFoundPanel({ categories = [] }: { categories?: readonly Category[] }) {
  const { t, product, language } = useTranslator();
  const categoryPath = useCategoryPath();
  const largest = categories.toSorted((one, other) => other.count - one.count).slice(0, MAX_CATEGORIES);
  return (
    <div className="not-found">
      <title>{`${t('404.title')} · ${product}`}</title>
      <div className="not-found-panel">
        <div>
          <h1>{t('404.title')}</h1>
          <p>{t('404.body')}</p>
          <SearchBox label={t('404.title')} />
          <div className="not-found-ways">
            {largest.map(({ _id, names }) => (
              <LinkButton key={_id} look="white" to={categoryPath(_id)}>
                {names[language]}
              </LinkButton>
            ))}
            <LinkButton look="white" to="/">
              {t('404.home')}
            </LinkButton>
            {largest.length === 0 && (
              <LinkButton look="white" to="/#collections">
                {t('home.collections')}
              </LinkButton>
            )}
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
