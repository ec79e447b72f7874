import './category-chips.css';
import { Link } from 'react-router';
import type { Category } from '#modules/catalogue/contract.ts';
import { useTranslator } from '#platform/web/translator.tsx';
import { Picture } from '#ui/picture.tsx';
import { toneClass } from '#ui/tone.ts';
import { useCategoryPath } from '../products/category-path.ts';

/** The categories in one row of links. */
export function CategoryChips({ categories }: { categories: Category[] | null }) {
  const { t, language } = useTranslator();
  const categoryPath = useCategoryPath();
  if (!categories?.length) return null;
  return (
    <nav className="wrap" aria-label={t('home.categories')}>
      <ul className="category-chips">
        {categories.map(({ _id, categoryName, names, photo, tone }) => (
          <li key={_id}>
            <Link to={categoryPath(_id)}>
              <span className={toneClass(tone, categoryName)}>
                <Picture src={photo} alt="" sizes="64px" />
              </span>
              {names[language]}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
