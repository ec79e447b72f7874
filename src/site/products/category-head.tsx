import type { Category } from '#modules/catalogue/contract.ts';
import { sayCount } from '#modules/search/web/filter-labels.ts';
import type { Count } from '#modules/search/web/use-summary.ts';
import { useTranslator } from '#platform/web/translator.tsx';
import { Breadcrumb } from '#ui/breadcrumb.tsx';
import { toneClass } from '#ui/tone.ts';

/** The breadcrumb and the category's panel. `matching` is the number of filtered products, if there are filters. */
export function CategoryHead({ category, matching }: { category: Category; matching: Count | undefined }) {
  const words = useTranslator();
  const { t, language } = words;
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
              ? t('products.matching', { n: sayCount(words, matching), total: count })
              : count === 1
                ? t('offers.countOne')
                : t('offers.count', { n: count })}
          </p>
        </div>
        <img src={photo} alt="" width={176} height={176} />
      </header>
    </>
  );
}
