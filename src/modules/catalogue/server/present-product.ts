import type { Insertable, Updateable } from 'kysely';
import type { z } from 'zod';
import { VERIFIED } from '#modules/identity/contract.ts';
import { firstName, publicName } from '#modules/identity/name.rules.ts';
import { type PhotoState, photoPath, shippedPictures } from '#modules/photos/rules.ts';
import { toPoisha, toTk } from '#platform/contract/values.ts';
import type { Products } from '#platform/database/database.types.ts';
import { toIsoInstant } from '#platform/database/prepared.ts';
import type {
  AdvertisedProduct,
  editedProduct,
  HoldWait,
  ListingData,
  MyProduct,
  newProduct,
  OfferedProduct,
  ProductCore,
  ProductDetails,
  VisibleProduct,
} from '../contract.ts';
import type { Item, ItemOffer, SellersProduct } from '../items.contract.ts';
import { type Quality, STATUS_SOLD } from '../rules.ts';
import type { ItemRow, SellerRow } from './items.store.ts';
import type { Advertised, Listed, Offer } from './offers.store.ts';
import type { CoreRow, DetailRow, ListingDataRow, OwnProduct } from './products.store.ts';

function presentCore(row: CoreRow): ProductCore {
  return {
    _id: row.id,
    productName: row.name,
    imageURL: row.image,
    quality: row.quality,
    originalPrice: toTk(row.original_poisha),
    resalePrice: toTk(row.price_poisha),
    location: row.location,
    createdAt: toIsoInstant(row.created_at),
  };
}

/** Returns a product of a seller's public list. */
export function presentListed(row: Listed): SellersProduct {
  return { ...presentCore(row), booked: row.booked };
}

/** Returns an advertised product of the home page. */
export function presentAdvertised(row: Advertised): AdvertisedProduct {
  return {
    ...presentCore(row),
    categoryId: row.category_id,
    sellerName: publicName(row.seller_name),
    verified: row.seller_verified,
  };
}

function presentDetails(row: DetailRow): ProductDetails {
  return {
    ...presentCore(row),
    useYear: row.years_used,
    categoryId: row.category_id,
    description: row.description,
  };
}

/** The fields that a buyer and the seller both see. */
function presentProduct(row: DetailRow & Pick<Offer, 'phone' | 'advertised' | 'booked'>) {
  return { ...presentDetails(row), phone: row.phone, advertiseEnable: row.advertised, booked: row.booked };
}

/** Returns a product as its category's page shows it. */
export function presentOffer(row: Offer): OfferedProduct {
  return {
    ...presentProduct(row),
    createdBy: row.seller_email,
    sellerId: row.seller_id,
    sellerName: publicName(row.seller_name),
    user_info: [row.seller_verified ? { verify: VERIFIED } : {}],
  };
}

/** Returns a product as its own page shows it to a signed-in person, with their own booking of it. */
export function presentItemOffer(
  row: Offer & { lapsed: boolean; booking_id: string | null; hold_until: string | null; waits_for: HoldWait | null },
): ItemOffer {
  const { booking_id: bookingId, hold_until: until, waits_for: waitsFor, lapsed } = row;
  return {
    ...presentOffer(row),
    ...(lapsed && { booked: false }),
    ...(bookingId && until && waitsFor && { yours: { bookingId, payUntil: toIsoInstant(until), waitsFor } }),
  };
}

/** Returns an offer as a visitor sees it. */
export function withoutContact({ phone: _phone, createdBy: _seller, ...offer }: OfferedProduct): VisibleProduct {
  return { ...offer, sellerName: firstName(offer.sellerName) };
}

/** Returns a product of its seller's own list. `translate` returns a message in the seller's language. */
export function presentMine(row: OwnProduct, email: string, translate: (message: string) => string): MyProduct {
  return {
    ...presentProduct({ ...row, quality: row.quality as Quality }),
    createdBy: email,
    ...(row.status === 'sold' ? { status: STATUS_SOLD } : {}),
    ...(row.holder && {
      bookedBy: firstName(row.holder.name ?? ''),
      bookedUntil: new Date(row.holder.until ?? 0).toISOString(),
      waitsFor: row.holder.waitsFor as HoldWait,
    }),
    paid: row.paid,
    cash: row.cash ? 'yes' : 'no',
    photos: row.photos.map((one) => ({
      _id: one.id,
      imageURL: photoPath(one.id),
      state: one.state as PhotoState,
      ...(one.refusal ? { message: translate(one.refusal) } : {}),
    })),
  };
}

/** Returns a product for the file of its seller's data. */
export function presentListingData(row: ListingDataRow): ListingData {
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    category: row.category,
    image: row.image,
    originalPrice: toTk(row.original_poisha),
    price: toTk(row.price_poisha),
    quality: row.quality,
    yearsUsed: row.years_used,
    pickupPoint: row.location,
    phone: row.phone,
    cash: row.cash,
    state: row.status,
    advertised: row.advertised,
    listedAt: row.created_at.toISOString(),
    soldAt: row.sold_at?.toISOString() ?? null,
  };
}

/** Returns the columns of a seller's input, without the pictures. An edit leaves a column that is undefined as it is. */
export function columnsOf(body: z.output<typeof newProduct>): Omit<Insertable<Products>, 'seller_id' | 'image'>;
export function columnsOf(body: z.output<typeof editedProduct>): Updateable<Products>;
export function columnsOf(body: z.output<typeof editedProduct>): Updateable<Products> {
  return {
    category_id: body.categoryId,
    name: body.productName,
    description: body.description,
    original_poisha: poishaOf(body.originalPrice),
    price_poisha: poishaOf(body.resalePrice),
    quality: body.quality,
    years_used: body.useYear,
    location: body.location,
    phone: body.phone,
    cash: body.cash === undefined ? undefined : body.cash === 'yes',
  };
}

function poishaOf(tk: number | undefined): number | undefined {
  return tk === undefined ? undefined : toPoisha(tk);
}

/** Returns a product as its own page shows it to everybody. */
export function presentItem(row: ItemRow): Item {
  const { imageURL: _, ...details } = presentDetails(row);
  return {
    ...details,
    photos: photosOf(row),
    categoryNames: { en: row.category_name, bn: row.category_name_bn ?? row.category_name },
    state: stateOf(row),
    ...(row.seller_erased ? {} : { seller: sellerOf(row) }),
  };
}

function stateOf({ status, booked, lapsed }: ItemRow): Item['state'] {
  if (status === 'sold') return lapsed ? 'offered' : 'sold';
  return booked ? 'booked' : 'offered';
}

function sellerOf({ seller_id: id, seller_name: name, seller_verified: verified, since, sold }: ItemRow) {
  return presentSeller({ id, name, verified, since, sold });
}

/** A picture on another site is not fetched yet, and no visitor's browser is sent there. */
function photosOf({ photos, image }: ItemRow): Item['photos'] {
  if (photos.length > 0) return photos.map(({ id, width, height }) => ({ imageURL: photoPath(id), width, height }));
  return image.startsWith('/') ? shippedPictures(image).map((imageURL) => ({ imageURL })) : [];
}

/** Returns a seller as visitors see them, with the first name only. */
export function presentSeller({ id, name, verified, since, sold }: Omit<SellerRow, 'on_sale'>) {
  return { _id: id, name: firstName(name), verified, since, sold };
}
