import type { Category } from '#modules/catalogue/contract.ts';
import type { Count, SearchSummary } from '#modules/search/contract.ts';
import { formatItemCount } from '#modules/search/web/filter-labels.ts';
import { formatCount, toCount } from '#modules/search/web/format-count.ts';
import { useTranslator } from '#platform/web/translator.tsx';
import { Breadcrumb } from '#ui/breadcrumb.tsx';
import { toneClass } from '#ui/tone.ts';

/** The breadcrumb and the category's panel. `matching` is the number of filtered products, if there are filters. */
export function CategoryHead({ category, matching }: { category: Category; matching: Count | undefined }) {
  const translator = useTranslator();
  const { t, language } = translator;
  const { categoryName, names, count, tone, photo } = category;
  return (
    <>
      <Breadcrumb
        label={t('offers.crumbs')}
        parts={[
          { label: t('nav.home'), to: '/' },
          { label: t('home.collections'), to: '/#collections' },
          { label: names[language] },
        ]}
      />
      <header className={`products-head stitched ${toneClass(tone, categoryName)}`}>
        <div>
          <h1 tabIndex={-1}>{names[language]}</h1>
          <p className="num">
            {matching
              ? t('products.matching', {
                  n: formatCount(translator, matching),
                  total: formatCount(translator, toCount(count)),
                })
              : formatItemCount(translator, toCount(count))}
          </p>
        </div>
        <img src={photo} alt="" width={128} height={128} />
      </header>
    </>
  );
}

/** The query or the category, the number of results, and the correction of unknown words. */
export function SearchHead({ title, summary }: { title: string; summary: SearchSummary | undefined }) {
  const translator = useTranslator();
  const { t } = translator;
  const { total, corrected } = summary ?? {};
  return (
    <header className="search-head">
      <div>
        <h1 tabIndex={-1}>{title}</h1>
        {/* The number loads after the list and does not shift the layout. */}
        <p className="num">{total && t('search.count', { n: formatCount(translator, total) })}</p>
      </div>
      {corrected && <p>{t('search.corrected', { q: corrected })}</p>}
    </header>
  );
}
