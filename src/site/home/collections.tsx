import './collections.css';
import { Link } from 'react-router';
import type { Category } from '#modules/catalogue/contract.ts';
import { formatCount, toCount } from '#modules/search/web/format-count.ts';
import { useTranslator } from '#platform/web/translator.tsx';
import { EmptyState, ErrorState } from '#ui/empty-state.tsx';
import { Picture } from '#ui/picture.tsx';
import { toneClass } from '#ui/tone.ts';

/** 'Shop Our Collections': the categories as a quilt. `null` when they failed to load. */
export function Collections({ categories }: { categories: Category[] | null }) {
  const translator = useTranslator();
  const { t, language } = translator;
  return (
    <section className="section" id="collections" aria-labelledby="collections-title">
      <div className="wrap">
        <div className="section-head">
          <div>
            <h2 id="collections-title">{t('home.collections')}</h2>
            <p>{t('home.collectionsBody')}</p>
          </div>
        </div>
        {categories === null ? (
          <ErrorState title={t('common.dropped')} retryLabel={t('common.tryAgain')}>
            {t('common.notLoaded', { thing: t('home.collectionsThing') })}
          </ErrorState>
        ) : categories.length === 0 ? (
          <EmptyState title={t('home.collectionsNone')} picture="/art/cut-cot.svg">
            {t('home.collectionsNoneBody')}
          </EmptyState>
        ) : (
          <ul className="quilt">
            {categories.map(({ _id, categoryName, names, photo, tone, count }, index) => (
              <li key={_id} className={index % 5 === 0 ? 'quilt-wide' : undefined}>
                <Link className={`patch stitched ${toneClass(tone, categoryName)}`} to={`/products/${_id}`}>
                  <h3>{names[language]}</h3>
                  <small className="num">
                    {count === 1 ? t('home.itemsOne') : t('home.items', { n: formatCount(translator, toCount(count)) })}
                  </small>
                  <Picture src={photo} alt="" sizes="(min-width: 768px) 200px, 45vw" />
                </Link>
              </li>
            ))}
          </ul>
        )}
      </div>
    </section>
  );
}
