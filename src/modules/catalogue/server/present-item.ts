import { firstName } from '#modules/identity/rules.ts';
import { photoAddress } from '#modules/photos/rules.ts';
import { toTk } from '#platform/contract/values.ts';
import type { Item, SellersProduct } from '../items.contract.ts';
import type { ItemRow, SellerRow } from './items.store.ts';
import type { Listed } from './offers.store.ts';

/** A product on its own page, in the words of the wire: what everybody may see. */
export function presentItem(row: ItemRow): Item {
  return {
    _id: row.id,
    productName: row.name,
    photos: photosOf(row),
    originalPrice: toTk(row.original_poisha),
    resalePrice: toTk(row.price_poisha),
    quality: row.quality,
    useYear: row.years_used,
    categoryId: row.category_id,
    categoryNames: { en: row.category_name, bn: row.category_name_bn ?? row.category_name },
    location: row.location,
    description: row.description,
    createdAt: row.created_at.toISOString(),
    state: row.status === 'sold' ? 'sold' : row.booked ? 'booked' : 'offered',
    ...(row.seller_erased ? {} : { seller: presentSeller({ ...row, id: row.seller_id, name: row.seller_name }) }),
  };
}

/** A picture on another site is not fetched yet, and no visitor's browser is sent there. */
function photosOf({ photos, image }: ItemRow): Item['photos'] {
  if (photos.length > 0) return photos.map(({ id, width, height }) => ({ imageURL: photoAddress(id), width, height }));
  return image.startsWith('/') ? [{ imageURL: image }] : [];
}

export function presentSeller({ id, name, verified, since, sold }: Omit<SellerRow, 'on_sale'>) {
  return { _id: id, name: firstName(name), verified, since, sold };
}

export function presentListed(row: Listed & { booked: boolean }): SellersProduct {
  return {
    _id: row.id,
    productName: row.name,
    imageURL: row.image,
    quality: row.quality,
    originalPrice: toTk(row.original_poisha),
    resalePrice: toTk(row.price_poisha),
    location: row.location,
    createdAt: row.created_at.toISOString(),
    booked: row.booked,
  };
}
