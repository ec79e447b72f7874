import type { Item } from '#modules/catalogue/items.contract.ts';
import { photoIdOf, previewAddress } from '#modules/photos/rules.ts';
import type { PageFrame } from '#platform/contract/page.ts';
import { pageAddress } from '../shell/page-addresses.tsx';

/** A booking may still end, so a booked product is out of stock. A sold one is sold out. */
const AVAILABILITY = { offered: 'InStock', booked: 'OutOfStock', sold: 'SoldOut' } as const;

/** Returns a product as structured data for search engines (https://schema.org/Product). */
export function productData(item: Item, { origin, language, shop }: PageFrame) {
  const { _id, productName, description, photos, resalePrice, state, seller } = item;
  return {
    '@context': 'https://schema.org',
    '@type': 'Product',
    '@id': `${origin}/items/${_id}`,
    name: productName,
    ...(description ? { description } : {}),
    ...(photos.length > 0 ? { image: photos.map(({ imageURL }) => origin + imageURL) } : {}),
    category: item.categoryNames[language],
    itemCondition: 'https://schema.org/UsedCondition',
    offers: {
      '@type': 'Offer',
      url: pageAddress({ origin, language }, `/items/${_id}`),
      price: resalePrice,
      priceCurrency: shop.currency,
      itemCondition: 'https://schema.org/UsedCondition',
      availability: `https://schema.org/${AVAILABILITY[state]}`,
      ...(seller ? { seller: { '@type': 'Person', name: seller.name } } : {}),
    },
  };
}

/** Returns the pictures for link previews, best first: the JPEG, then the WebP of older photos. */
export function previewPictures(item: Item): string[] {
  const [cover] = item.photos;
  const preview = cover && previewAddress(cover.imageURL);
  if (!preview) return [];
  return photoIdOf(cover.imageURL) ? [preview, cover.imageURL] : [preview];
}
