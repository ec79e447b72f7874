import { firstName } from '#modules/identity/rules.ts';
import { photoAddress } from '#modules/photos/rules.ts';
import type { Item } from '../items.contract.ts';
import type { ItemRow, SellerRow } from './items.store.ts';
import { presentDetails } from './present-product.ts';

/** Returns a product as its own page shows it to everybody. */
export function presentItem(row: ItemRow): Item {
  const { imageURL: _, ...details } = presentDetails(row);
  return {
    ...details,
    photos: photosOf(row),
    categoryNames: { en: row.category_name, bn: row.category_name_bn ?? row.category_name },
    state: row.status === 'sold' ? 'sold' : row.booked ? 'booked' : 'offered',
    ...(row.seller_erased ? {} : { seller: sellerOf(row) }),
  };
}

function sellerOf({ seller_id: id, seller_name: name, seller_verified: verified, since, sold }: ItemRow) {
  return presentSeller({ id, name, verified, since, sold });
}

/** A picture on another site is not fetched yet, and no visitor's browser is sent there. */
function photosOf({ photos, image }: ItemRow): Item['photos'] {
  if (photos.length > 0) return photos.map(({ id, width, height }) => ({ imageURL: photoAddress(id), width, height }));
  return image.startsWith('/') ? [{ imageURL: image }] : [];
}

export function presentSeller({ id, name, verified, since, sold }: Omit<SellerRow, 'on_sale'>) {
  return { _id: id, name: firstName(name), verified, since, sold };
}
