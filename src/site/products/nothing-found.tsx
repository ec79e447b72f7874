import './nothing-found.css';
import { Link } from 'react-router';
import type { Category } from '#modules/catalogue/contract.ts';
import { useNearestCategories } from '#modules/search/web/use-search.ts';
import { useTranslator } from '#platform/web/translator.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { useCategoryPath } from './category-path.ts';

/** A search without results and without filters to remove: other places to look. */
export function NothingFound({ q, categories }: { q: string; categories: readonly Category[] }) {
  const { t, language } = useTranslator();
  const nearest = useNearestCategories(q, categories);
  const categoryPath = useCategoryPath();
  return (
    <EmptyState
      title={q ? t('search.none', { q }) : t('search.nothingYet')}
      picture="/art/cut-horse.svg"
      action={
        nearest.length > 0 && (
          <nav className="nearest" aria-labelledby="nearest-title">
            <h3 id="nearest-title">{t('search.nearest')}</h3>
            <ul>
              {nearest.map(({ _id, names }) => (
                <li key={_id}>
                  <Link to={categoryPath(_id)}>{names[language]}</Link>
                </li>
              ))}
            </ul>
          </nav>
        )
      }
    >
      {q && t('search.noneBody')}
    </EmptyState>
  );
}
