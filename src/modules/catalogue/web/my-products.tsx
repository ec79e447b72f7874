import './my-products.css';
import { Plus } from 'lucide-react';
import { useRef } from 'react';
import { Form, Link, useSearchParams } from 'react-router';
import { toastedAction } from '#platform/forms/action-result.ts';
import { RowQuestion } from '#platform/forms/row-question.tsx';
import { authenticatedAction } from '#platform/forms/run-action.ts';
import { type RowAction, useRowAction } from '#platform/forms/use-row-action.ts';
import { PageHead } from '#platform/lists/page-head.tsx';
import { loadPages, pagesOf } from '#platform/lists/paging.ts';
import { SearchField } from '#platform/lists/search-form.tsx';
import { authenticatedLoader, cachedClientLoader } from '#platform/web/authenticated-loader.ts';
import { useTranslator } from '#platform/web/translator.tsx';
import { LinkButton } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { listMyProducts, type MyProduct } from '../contract.ts';
import { OWN_STATES, type OwnState } from '../listing.rules.ts';
import type { Route } from './+types/my-products.ts';
import { type ChangeForm, changeProduct } from './change-product.ts';
import { ProductTable } from './product-table.tsx';

export const handle = {
  title: 'dash.mine',
  heading: 'mine.title',
  lead: 'mine.sub',
  thing: 'mine.thing',
  hasDraft: true,
} as const;

export const loader = authenticatedLoader(({ api, user: { email }, url }) =>
  loadPages(pagesOf(url.searchParams), (cursor) =>
    api.send(listMyProducts, { query: { email, cursor, ...readFilter(url.searchParams) } }),
  ),
);
export const clientLoader = cachedClientLoader<Route.ClientLoaderArgs>();
export const action = authenticatedAction(changeProduct);
export const clientAction = toastedAction<Route.ClientActionArgs>();

export default function MyProducts({ loaderData: { items: products, more } }: Route.ComponentProps) {
  const { t, number } = useTranslator();
  const [search] = useSearchParams();
  const filter = readFilter(search);
  const isFiltered = Boolean(filter.state || filter.q);
  const heading = useRef<HTMLHeadingElement>(null);
  // The focus goes to the heading, also when the list is empty afterwards.
  const selling = useRowAction(products, () => '', heading, 'sell');
  const deleting = useRowAction(products, () => '', heading, 'delete');
  return (
    <>
      <PageHead texts={handle} heading={heading}>
        {(products.length > 0 || isFiltered) && (
          <LinkButton to="/dashboard/addproduct" size="lg" icon={<Plus className="icon" aria-hidden />}>
            {t('dash.add')}
          </LinkButton>
        )}
      </PageHead>
      <ProductQuestions selling={selling} deleting={deleting} />
      {(products.length > 0 || isFiltered) && <ProductFilters {...filter} />}
      <p className="sr" role="status">
        {isFiltered && t('mine.shown', { n: number(products.length) })}
      </p>
      {products.length > 0 ? (
        <ProductTable products={products} more={more} added={search.get('new')} selling={selling} deleting={deleting} />
      ) : isFiltered ? (
        <EmptyState
          title={t('mine.noMatch')}
          picture="/art/cut-books.svg"
          action={
            <LinkButton to="/dashboard/myproduct" look="ghost">
              {t('mine.showAll')}
            </LinkButton>
          }
        >
          {t('mine.noMatchBody')}
        </EmptyState>
      ) : (
        <EmptyState
          title={t('mine.empty')}
          picture="/art/cut-horse.svg"
          action={<LinkButton to="/dashboard/addproduct">{t('dash.add')}</LinkButton>}
        >
          {t('mine.emptyBody')}
        </EmptyState>
      )}
    </>
  );
}

interface ProductQuestionsProps {
  selling: RowAction<MyProduct>;
  deleting: RowAction<MyProduct>;
}

/** Ask before a product is marked as sold or deleted. */
function ProductQuestions({ selling, deleting }: ProductQuestionsProps) {
  const { t } = useTranslator();
  function effectOn({ booked, waitsFor }: MyProduct, effect: string): string {
    if (waitsFor === 'review') return t('mine.underReview');
    return booked ? `${t('mine.bookedEffect')} ${effect}` : effect;
  }
  return (
    <>
      <RowQuestion
        of={selling}
        question={(product) => ({
          fields: { change: 'sell', id: product._id, name: product.productName } satisfies ChangeForm,
          title: t('mine.sellQ', { name: product.productName }),
          effect: effectOn(product, t('mine.sellEffect')),
          keepLabel: t('mine.keepUnsold'),
          confirmLabel: t('mine.sell'),
          confirmLook: 'brand',
          pendingLabel: t('mine.selling'),
        })}
      />
      <RowQuestion
        of={deleting}
        question={(product) => ({
          fields: { change: 'delete', id: product._id, name: product.productName } satisfies ChangeForm,
          title: t('act.deleteQ', { name: product.productName }),
          effect: effectOn(product, t('mine.deleteEffect')),
          keepLabel: t('common.keepIt'),
          confirmLabel: t('act.delete'),
          pendingLabel: t('mine.deleting'),
        })}
      />
    </>
  );
}

interface OwnFilter {
  state: OwnState | undefined;
  q: string;
}

const Q_MAX_CHARS = 100;
const LABELS = { free: 'mine.free', booked: 'mine.booked', sold: 'mine.soldOnes' } as const;

/** Reads the filter of a query string. Ignores an unknown state. */
function readFilter(search: URLSearchParams): OwnFilter {
  const state = OWN_STATES.find((one) => one === search.get('state'));
  return { state, q: (search.get('q') ?? '').trim().slice(0, Q_MAX_CHARS) };
}

/** Links to the states of the seller's products, and a search by name. */
function ProductFilters({ state, q }: OwnFilter) {
  const { t } = useTranslator();
  const to = (wanted: OwnState | undefined) =>
    `?${new URLSearchParams({ ...(wanted && { state: wanted }), ...(q && { q }) })}`;
  return (
    <div className="mine-filters">
      <nav className="mine-states" aria-label={t('mine.filter')}>
        {[undefined, ...OWN_STATES].map((one) => (
          <Link key={one ?? ''} className="mine-state" to={to(one)} replace aria-current={one === state || undefined}>
            {t(one ? LABELS[one] : 'mine.all')}
          </Link>
        ))}
      </nav>
      <search className="mine-search">
        <Form replace>
          {state && <input type="hidden" name="state" value={state} />}
          <SearchField name="q" value={q} maxLength={Q_MAX_CHARS} label={t('mine.search')} />
        </Form>
      </search>
    </div>
  );
}
