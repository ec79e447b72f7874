import './item/item.css';
import { lazy, Suspense } from 'react';
import { data, type ShouldRevalidateFunctionArgs, useSearchParams } from 'react-router';
import type { VisibleProduct } from '#modules/catalogue/contract.ts';
import { getItem, type Item } from '#modules/catalogue/items.contract.ts';
import { ReportButton } from '#modules/moderation/web/report-button.tsx';
import { wishAction } from '#modules/wishlist/web/wishes.ts';
import { CallError } from '#platform/contract/call-client.ts';
import { apiContext, ownApiContext, rootDataContext } from '#platform/web/api-context.ts';
import { cachedClientLoader } from '#platform/web/authenticated-loader.ts';
import { useSession } from '#platform/web/session.ts';
import { useTranslator } from '#platform/web/translator.tsx';
import { Breadcrumb } from '#ui/breadcrumb.tsx';
import type { Route } from './+types/item.ts';
import { ItemBuying } from './item/item-buying.tsx';
import { ItemFacts } from './item/item-facts.tsx';
import { ItemGallery } from './item/item-gallery.tsx';
import { ItemHead } from './item/item-head.tsx';
import { type ItemUserData, loadSimilar, loadUserData } from './item/load-item.ts';
import { SellerCard } from './item/seller-card.tsx';
import { Similar } from './item/similar.tsx';
import { BookingPart } from './products/booking-part.tsx';
import { useCategoryPath } from './products/category-path.ts';
import { actOnOffer, toastOffer } from './products/offer-actions.ts';
import { ShareLinks } from './shell/share-links.tsx';

// Few items are removed.
const ItemGone = lazy(async () => ({ default: (await import('./item/item-gone.tsx')).ItemGone }));

interface Loaded {
  /** null for a product that was removed from the store. */
  item: Item | null;
  /** For signed-in users. */
  userData?: ItemUserData | undefined;
  /** null when the request failed. */
  similar: VisibleProduct[] | null;
}

/** A removed product has the status 410 and its own page. */
export async function loader({ context, params, url }: Route.LoaderArgs) {
  const { user } = context.get(rootDataContext);
  try {
    const api = context.get(apiContext);
    const item = await api.send(getItem, { params: { id: params.id } });
    const request = user?.roles.length && { api: context.get(ownApiContext), user, url, params };
    const loading = loadSimilar(api, item._id);
    const [userData, similar] = await Promise.all([
      request ? loadUserData(request, item, loading).catch(undefinedIfSignedOut) : undefined,
      loading,
    ]);
    return data<Loaded>({ item, userData, similar });
  } catch (error) {
    if (!(error instanceof CallError)) throw error;
    if (error.status === 410) return data<Loaded>({ item: null, similar: null }, { status: 410 });
    throw data(error.problem, { status: error.status });
  }
}

/** The session ended meanwhile: the page is a visitor's. */
function undefinedIfSignedOut(error: unknown): undefined {
  if (!(error instanceof CallError && error.status === 401)) throw error;
}

export const clientLoader = cachedClientLoader<Route.ClientLoaderArgs>();
export const action = wishAction(actOnOffer, 'book.failed');
export const clientAction = toastOffer;

/** Opening or closing the dialog, and the heart with its own state, do not reload the page. */
export function shouldRevalidate({
  currentUrl,
  nextUrl,
  formData,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs) {
  if (formData) return formData.get('intent') !== 'wish';
  const dialogMoved = currentUrl.searchParams.get('book') !== nextUrl.searchParams.get('book');
  return dialogMoved && currentUrl.pathname === nextUrl.pathname ? false : defaultShouldRevalidate;
}

export default function ItemPage({ loaderData: { item, ...loaded } }: Route.ComponentProps) {
  if (!item)
    return (
      <Suspense>
        <ItemGone />
      </Suspense>
    );
  return <ItemShown key={item._id} item={item} {...loaded} />;
}

function ItemShown({ item, userData, similar }: Loaded & { item: Item }) {
  const { t, language, money } = useTranslator();
  const [search] = useSearchParams();
  const { _id, productName, categoryId, categoryNames, description } = item;
  const { user } = useSession();
  const categoryPath = useCategoryPath();
  const offer = userData?.offer;
  return (
    <div className="wrap item">
      <ItemHead item={item} />
      <Breadcrumb
        label={t('offers.crumbs')}
        parts={[
          { label: t('nav.home'), to: '/' },
          { label: categoryNames[language], to: categoryPath(categoryId) },
          { label: productName },
        ]}
      />
      <div className="item-columns">
        <ItemGallery item={item} />
        {/* The booking dialog returns the focus by this id. */}
        <div className="item-side" id={`offer-${_id}`}>
          <h1 className="item-name product-name" tabIndex={-1}>
            {productName}
          </h1>
          <ItemBuying item={item} userData={userData} />
          <ItemFacts item={item} phone={offer?.phone} />
          {item.seller && <SellerCard seller={item.seller} />}
          {item.state !== 'sold' && (
            <ShareLinks path={`/items/${_id}`} text={`${productName} · ${money(item.resalePrice)}`} />
          )}
          {offer && user && user.email !== offer.createdBy && (
            <div className="item-report">
              <ReportButton product={offer} text={t('item.report')} />
            </div>
          )}
        </div>
        <section className="item-description" aria-labelledby="item-description">
          <h2 id="item-description">{t('item.description')}</h2>
          <p>{description || t('item.noDescription')}</p>
        </section>
      </div>
      <Similar item={item} similar={similar} wishes={userData?.wishes} />
      <BookingPart product={search.get('book') === _id ? offer : undefined} />
    </div>
  );
}
