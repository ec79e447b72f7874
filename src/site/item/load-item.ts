import type { VisibleProduct } from '#modules/catalogue/contract.ts';
import { getItemOffer, type Item, type ItemOffer } from '#modules/catalogue/items.contract.ts';
import { listSimilar } from '#modules/search/contract.ts';
import { loadWishIds } from '#modules/wishlist/web/wishes.ts';
import { CallError, type Client } from '#platform/contract/call-client.ts';
import type { UserRequest } from '#platform/web/authenticated-loader.ts';

/** The part of a product's page for signed-in users. */
export interface ItemUserData {
  /** Absent when the product is sold, or when the request failed. */
  offer?: ItemOffer | undefined;
  /** Whether the request for its availability failed. */
  failed: boolean;
  /** The buyer's wishes for it and for similar products: product id to wish id. */
  wishes: Map<string, string>;
}

type Offered = Pick<ItemUserData, 'offer' | 'failed'>;
/** Similar products; null when the request failed. */
type Found = VisibleProduct[] | null;
const NO_OFFER: Offered = { failed: false };

/** Loads the part for signed-in users. A part that fails does not affect the others. @throws CallError (401) */
export async function loadUserData(request: UserRequest, item: Item, similar: Promise<Found>): Promise<ItemUserData> {
  const [{ offer, failed }, wishes] = await Promise.all([
    item.state === 'sold' ? NO_OFFER : loadOffer(request.api, item._id),
    similar
      .then((found) =>
        loadWishIds(
          request,
          [item, ...(found ?? [])].map(({ _id }) => _id),
        ),
      )
      .catch(nullUnlessSignedOut),
  ]);
  return { offer, failed, wishes: wishes ?? new Map() };
}

/** Loads similar products, for everybody. */
export function loadSimilar(api: Client, id: string): Promise<Found> {
  return api.send(listSimilar, { params: { id } }).catch(nullUnlessSignedOut);
}

async function loadOffer(api: Client, id: string): Promise<Offered> {
  try {
    return { offer: await api.send(getItemOffer, { params: { id } }), failed: false };
  } catch (error) {
    // It was sold or removed a moment ago.
    if (error instanceof CallError && error.status === 410) return NO_OFFER;
    nullUnlessSignedOut(error);
    return { failed: true };
  }
}

/** For `catch`: returns null for a refusal, except of an ended session. */
export function nullUnlessSignedOut(error: unknown): null {
  if (!(error instanceof CallError) || error.status === 401) throw error;
  return null;
}
