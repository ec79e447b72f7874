import { sayItems } from '#modules/search/web/filter-labels.ts';
import type { Summary } from '#modules/search/web/use-summary.ts';
import { useTranslator } from '#platform/web/translator.tsx';
import { Breadcrumb } from '#ui/breadcrumb.tsx';

/** The query, the number of results, and the correction of unknown words. */
export function SearchHead({ q, summary }: { q: string; summary: Summary | undefined }) {
  const words = useTranslator();
  const { t } = words;
  const title = q ? t('search.results', { q }) : t('search.everything');
  const { total, corrected } = summary ?? {};
  return (
    <>
      <Breadcrumb
        label={t('offers.crumbs')}
        parts={[{ label: t('nav.home'), to: '/' }, { label: t('search.label') }]}
      />
      <header className="products-head stitched tone-sky">
        <div>
          <h1 tabIndex={-1}>{title}</h1>
          {/* The number loads after the list and does not shift the layout. */}
          <p className="num search-count">{total && sayItems(words, total)}</p>
          {corrected && <p>{t('search.corrected', { q: corrected })}</p>}
        </div>
        <img src="/art/cut-bag.svg" alt="" width={176} height={176} />
      </header>
    </>
  );
}
