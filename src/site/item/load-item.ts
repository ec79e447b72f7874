import type { OfferedProduct } from '#modules/catalogue/contract.ts';
import { getItemOffer, type Item } from '#modules/catalogue/items.contract.ts';
import { listSimilar } from '#modules/search/contract.ts';
import { loadWish } from '#modules/wishlist/web/wishes.ts';
import { CallError } from '#platform/contract/call-client.ts';
import { api } from '#platform/web/api-client.ts';
import { currentUser } from '#platform/web/session.ts';

/** What only signed-in people see of a thing. */
export interface ForPerson {
  /** Absent when it is sold, or when that could not be asked. */
  offer?: OfferedProduct | undefined;
  /** It could not be asked whether it is still to be had. */
  unknown: boolean;
  /** The buyer's wish for it. */
  wish: string | null;
  /** null when they could not be had. */
  similar: OfferedProduct[] | null;
}

type Offered = Pick<ForPerson, 'offer' | 'unknown'>;
const NO_OFFER: Offered = { unknown: false };

/** Asks for what a signed-in person sees; undefined for who is not signed in any more. A part that fails leaves the rest. */
export async function loadForPerson(item: Item): Promise<ForPerson | undefined> {
  const params = { id: item._id };
  try {
    const user = await currentUser();
    if (!user?.role) return undefined;
    const [{ offer, unknown }, wish, similar] = await Promise.all([
      item.state === 'sold' ? NO_OFFER : loadOffer(item._id),
      user.role === 'buyer' ? loadWish(user.email, item._id).catch(orNothing) : null,
      api.send(listSimilar, { params }).catch(orNothing),
    ]);
    return { offer, unknown, wish, similar };
  } catch (error) {
    if (error instanceof CallError && error.status === 401) return undefined;
    throw error;
  }
}

async function loadOffer(id: string): Promise<Offered> {
  try {
    return { offer: await api.send(getItemOffer, { params: { id } }), unknown: false };
  } catch (error) {
    // It was sold or taken off a moment ago.
    if (error instanceof CallError && error.status === 410) return NO_OFFER;
    orNothing(error);
    return { unknown: true };
  }
}

/** For `catch`: nothing, unless somebody is not signed in any more. */
function orNothing(error: unknown): null {
  if (error instanceof CallError && error.status === 401) throw error;
  console.error(error);
  return null;
}
