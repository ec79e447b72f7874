import './results.css';
import { lazy, type ReactNode, Suspense, useEffect, useMemo, useRef, useState } from 'react';
import { useNavigation, useSearchParams } from 'react-router';
import type { Category, VisibleProduct } from '#modules/catalogue/contract.ts';
import type { Count } from '#modules/search/contract.ts';
import { appliedFilters } from '#modules/search/filters.rules.ts';
import { AppliedFilters, NoMatch } from '#modules/search/web/applied-filters.tsx';
import { FilterBar } from '#modules/search/web/filter-bar.tsx';
import { FilterFields } from '#modules/search/web/filter-fields.tsx';
import { useFilterLabels } from '#modules/search/web/filter-labels.ts';
import { formatCount, toCount } from '#modules/search/web/format-count.ts';
import { type SearchParams, toQueryString } from '#modules/search/web/search-params.ts';
import { useScrollToResults, type useSearch, type useSummary } from '#modules/search/web/use-search.ts';
import { pagesOf } from '#platform/lists/paging.ts';
import { useTranslator } from '#platform/web/translator.tsx';
import { LinkButton } from '#ui/button.tsx';
import { CardGrid } from '#ui/product-card.tsx';
import { ProgressLine } from '#ui/progress-line.tsx';
import { CompactCard } from './compact-card.tsx';
import type { Offers } from './load-offers.ts';
import { CardHeart } from './product-heart.tsx';

const loadSheet = () => import('#modules/search/web/filter-sheet.tsx');
const FilterSheet = lazy(() => loadSheet().then((file) => ({ default: file.FilterSheet })));

interface CardProps {
  product: VisibleProduct;
  /** The id of the buyer's wish for the product. */
  wish: string | undefined;
  eager: boolean;
}

interface ResultsProps {
  offers: Offers;
  found: ReturnType<typeof useSearch>;
  counts: ReturnType<typeof useSummary>;
  category?: Category;
  /** The card of a product. A search has compact ones. */
  card?: (props: CardProps) => ReactNode;
  /** Shown when there are no results and no filters to remove. */
  nothing: ReactNode;
}

/** A list with its filters: beside it on wide screens, otherwise in a drawer. */
export function Results({ offers, found, counts, category, nothing, card: ResultCard = FoundCard }: ResultsProps) {
  const { t } = useTranslator();
  const { products, categories, wishes, more } = offers;
  const { params, listed, change } = found;
  const { summary, current } = counts;
  const [sheet, setSheet] = useState(false);
  // The drawer's code loads when it is first opened.
  const [needed, setNeeded] = useState(false);
  const list = useRef<HTMLElement>(null);
  const pending = useNavigation().state === 'loading' && params !== listed;
  const filtered = appliedFilters(listed).length > 0;
  const labelOf = useFilterLabels(params, categories, summary);
  useScrollToResults(listed, list);
  const total = category && !filtered ? toCount(category.count) : current ? summary?.total : undefined;
  const countText = useCountText(products.length, more, total, !pending && (current || !filtered));
  function openSheet() {
    setNeeded(true);
    setSheet(true);
  }
  function dropFilter(next: SearchParams) {
    focusHeading();
    change(next);
  }
  // A tap on a filter renders the page before the new list is there, and a few times until then: the cards need not follow.
  const cards = useMemo(
    () => (
      <CardGrid size={category ? 'full' : 'compact'}>
        {products.map((product, index) => (
          <li key={product._id}>
            <ResultCard product={product} wish={wishes.get(product._id)} eager={index < 4} />
          </li>
        ))}
      </CardGrid>
    ),
    [products, wishes, category, ResultCard],
  );
  const fields = { params, summary, categories: category ? [] : categories };
  return (
    <>
      <FilterBar params={params} onChange={change} onOpen={openSheet} preload={loadSheet}>
        <AppliedFilters params={params} labelOf={labelOf} onChange={change} onEmpty={focusHeading} />
      </FilterBar>
      <div className="results">
        <form className="results-side" aria-label={t('filter.title')} onSubmit={(event) => event.preventDefault()}>
          <FilterFields {...fields} waiting={!summary && !current} onChange={change} />
        </form>
        <section className="results-list" ref={list} aria-label={t('filter.list')} aria-busy={pending || undefined}>
          <p className="sr" role="status">
            {countText}
          </p>
          {products.length > 0 ? (
            cards
          ) : filtered ? (
            <NoMatch
              params={listed}
              drops={current ? summary?.drop : undefined}
              labelOf={labelOf}
              onChange={dropFilter}
            />
          ) : (
            nothing
          )}
          <MoreOffers countText={countText} more={more} params={params} listed={listed} />
        </section>
        {needed && (
          <Suspense fallback={<ProgressLine active label={t('common.loading')} />}>
            <FilterSheet {...fields} open={sheet} onClose={() => setSheet(false)} onApply={change} />
          </Suspense>
        )}
      </div>
    </>
  );
}

function FoundCard({ product, wish, eager }: CardProps) {
  return <CompactCard product={product} eager={eager} level={2} heart={<CardHeart product={product} wish={wish} />} />;
}

interface MoreOffersProps extends Pick<ReturnType<typeof useSearch>, 'params' | 'listed'> {
  countText: string;
  more: boolean;
}

/** The number of shown products, and "Show more". The URL has the number of pages, so that Back restores them. */
function MoreOffers({ countText, more, params, listed }: MoreOffersProps) {
  const { t } = useTranslator();
  const [here] = useSearchParams();
  // The link keeps a filter whose list is still loading.
  const search = params === listed ? here : new URLSearchParams(toQueryString(params));
  const loading = useNavigation().state === 'loading';
  const text = useRef<HTMLParagraphElement>(null);
  const pressed = useRef(false);
  // The last page removes the pressed link.
  useEffect(() => {
    if (!more && pressed.current) text.current?.focus({ preventScroll: true });
    pressed.current &&= more;
  }, [more]);
  if (!more && pagesOf(search) === 1) return null;
  const next = new URLSearchParams(search);
  next.set('pages', String(pagesOf(search) + 1));
  return (
    <div className="products-more">
      <p className="num" ref={text} tabIndex={-1}>
        {countText}
      </p>
      {more && (
        <LinkButton
          onClick={() => {
            pressed.current = true;
          }}
          look="ghost"
          to={`?${next}`}
          replace
          preventScrollReset
          prefetch="none"
          aria-busy={loading}
        >
          {t('common.showMore')}
        </LinkButton>
      )}
    </div>
  );
}

/** Returns the sentence with the number of results. Screen readers announce it once for each complete list. */
function useCountText(shown: number, more: boolean, total: Count | undefined, settled: boolean): string {
  const translator = useTranslator();
  const text = useRef('');
  if (settled || text.current === '')
    text.current =
      more && total
        ? // The cached count may be outdated. It is never lower than the number on screen.
          translator.t('common.shownOf', {
            shown,
            total: formatCount(translator, { ...total, count: Math.max(shown, total.count) }),
          })
        : translator.t(shown === 1 ? 'offers.shownOne' : 'offers.shown', { n: shown });
  return text.current;
}

function focusHeading(): void {
  document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true });
}
