import type { ReactNode } from 'react';
import type { Category } from '#modules/catalogue/contract.ts';
import { sayCount, sayItems } from '#modules/search/web/filter-labels.ts';
import type { Count, Summary } from '#modules/search/web/use-search.ts';
import { useTranslator } from '#platform/web/translator.tsx';
import { Breadcrumb } from '#ui/breadcrumb.tsx';
import { CardSkeletons, Skeleton } from '#ui/skeleton.tsx';
import { toneClass } from '#ui/tone.ts';

/** The breadcrumb and the category's panel. `matching` is the number of filtered products, if there are filters. */
export function CategoryHead({ category, matching }: { category: Category; matching: Count | undefined }) {
  const words = useTranslator();
  const { t, language } = words;
  const { categoryName, names, count, tone, photo } = category;
  return (
    <ProductsHead
      parts={[{ label: t('home.collections'), to: '/#collections' }, { label: names[language] }]}
      tone={toneClass(tone, categoryName)}
      title={names[language]}
      picture={photo}
    >
      <p className="num">
        {matching
          ? t('products.matching', { n: sayCount(words, matching), total: count })
          : count === 1
            ? t('offers.countOne')
            : t('offers.count', { n: count })}
      </p>
    </ProductsHead>
  );
}

/** The query, the number of results, and the correction of unknown words. */
export function SearchHead({ q, summary }: { q: string; summary: Summary | undefined }) {
  const words = useTranslator();
  const { t } = words;
  const { total, corrected } = summary ?? {};
  return (
    <ProductsHead
      parts={[{ label: t('search.label') }]}
      tone="tone-sky"
      title={q ? t('search.results', { q }) : t('search.everything')}
      picture="/art/cut-bag.svg"
    >
      {/* The number loads after the list and does not shift the layout. */}
      <p className="num search-count">{total && sayItems(words, total)}</p>
      {corrected && <p>{t('search.corrected', { q: corrected })}</p>}
    </ProductsHead>
  );
}

function ProductsHead(props: {
  /** The breadcrumb after the home page. */
  parts: { label: string; to?: string }[];
  tone: string;
  title: string;
  picture: string;
  children: ReactNode;
}) {
  const { t } = useTranslator();
  return (
    <>
      <Breadcrumb label={t('offers.crumbs')} parts={[{ label: t('nav.home'), to: '/' }, ...props.parts]} />
      <header className={`products-head stitched ${props.tone}`}>
        <div>
          <h1 tabIndex={-1}>{props.title}</h1>
          {props.children}
        </div>
        <img src={props.picture} alt="" width={176} height={176} />
      </header>
    </>
  );
}

/** The skeleton of a category's page while its first data loads. */
export function CategorySkeleton() {
  const { t, product } = useTranslator();
  return (
    <div className="wrap products">
      <title>{product}</title>
      <div className="products-head-skeleton" aria-hidden>
        <Skeleton width="14rem" />
        <Skeleton shape="box" height="148px" />
      </div>
      <CardSkeletons label={t('common.loading')} count={6} />
    </div>
  );
}
