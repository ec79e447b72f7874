import type { Insertable, Updateable } from 'kysely';
import type { z } from 'zod';
import { VERIFIED } from '#modules/identity/contract.ts';
import { publicName } from '#modules/identity/rules.ts';
import { type PhotoState, photoAddress } from '#modules/photos/rules.ts';
import { toPoisha, toTk } from '#platform/contract/values.ts';
import type { Products } from '#platform/database/database.types.ts';
import type { editedProduct, MyProduct, newProduct, OfferedProduct } from '../contract.ts';
import { type Quality, STATUS_SOLD } from '../rules.ts';
import type { Offer } from './offers.store.ts';
import type { OwnProduct } from './products.store.ts';

/** A product on a category's page, in the words of the wire. */
export function presentOffer(row: Offer): OfferedProduct {
  return {
    _id: row.id,
    productName: row.name,
    imageURL: row.image,
    originalPrice: toTk(row.original_poisha),
    resalePrice: toTk(row.price_poisha),
    location: row.location,
    useYear: row.years_used,
    phone: row.phone,
    categoryId: row.category_id,
    quality: row.quality,
    description: row.description,
    createdBy: row.seller_email,
    createdAt: row.created_at.toISOString(),
    advertiseEnable: row.advertised,
    sellerId: row.seller_id,
    sellerName: publicName(row.seller_name),
    booked: row.booked,
    user_info: [row.verified ? { verify: VERIFIED } : {}],
  };
}

/** A product in its seller's own list. `say` words a message for them. */
export function presentMine(row: OwnProduct, email: string, say: (message: string) => string): MyProduct {
  return {
    _id: row.id,
    productName: row.name,
    imageURL: row.image,
    originalPrice: toTk(row.original_poisha),
    resalePrice: toTk(row.price_poisha),
    location: row.location,
    useYear: row.years_used,
    phone: row.phone,
    categoryId: row.category_id,
    quality: row.quality as Quality,
    description: row.description,
    createdBy: email,
    createdAt: row.created_at.toISOString(),
    ...(row.status === 'sold' ? { status: STATUS_SOLD } : {}),
    advertiseEnable: row.advertised,
    booked: row.booked,
    paid: row.paid,
    photos: row.photos.map((one) => ({
      _id: one.id,
      imageURL: photoAddress(one.id),
      state: one.state as PhotoState,
      ...(one.refusal ? { message: say(one.refusal) } : {}),
    })),
  };
}

/**
 * What a seller typed, as the database keeps it, but for the pictures. An edit names some of it only; what is undefined
 * is left as it is.
 */
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
  };
}

function poishaOf(tk: number | undefined): number | undefined {
  return tk === undefined ? undefined : toPoisha(tk);
}
