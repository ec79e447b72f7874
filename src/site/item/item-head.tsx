import type { Item } from '#modules/catalogue/items.contract.ts';
import { photoIdOf, previewPath } from '#modules/photos/rules.ts';
import type { RootData } from '#platform/contract/page.ts';
import { useRootData } from '#platform/web/session.ts';
import { useTranslator } from '#platform/web/translator.tsx';
import { PageAddresses, pageAddress } from '../shell/page-addresses.tsx';

/** A booking may still end, so a booked product is out of stock. A sold one is sold out. */
const AVAILABILITY = { offered: 'InStock', booked: 'OutOfStock', sold: 'SoldOut' } as const;

/** Returns a product as structured data for search engines (https://schema.org/Product). */
function productData(item: Item, { origin, language, shop }: RootData) {
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

/** Returns JSON that cannot end its script element. */
function scriptJson(value: unknown): string {
  return JSON.stringify(value).replace(
    /[<>&\u2028\u2029]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** Returns the pictures for link previews, best first: the JPEG, then the WebP of older photos. */
function previewPictures(item: Item): string[] {
  const [cover] = item.photos;
  const preview = cover && previewPath(cover.imageURL);
  if (!preview) return [];
  return photoIdOf(cover.imageURL) ? [preview, cover.imageURL] : [preview];
}

const LOCALES = { en: 'en_GB', bn: 'bn_BD' } as const;

/** The title, the metadata for link previews (https://ogp.me), and the data for search engines. */
export function ItemHead({ item }: { item: Item }) {
  const { t, product: store, language, money } = useTranslator();
  const rootData = useRootData();
  const { origin, shop } = rootData;
  const path = `/items/${item._id}`;
  const { productName: name, resalePrice, quality, location, state } = item;
  const price = money(resalePrice);
  const description =
    state === 'sold'
      ? t('item.metaDescriptionSold', { name })
      : t('item.metaDescription', { name, price, quality: t(`quality.${quality}`), place: location });
  const properties = [
    ['og:type', 'product'],
    ['og:site_name', store],
    ['og:url', pageAddress(rootData, path)],
    ['og:title', t('item.metaTitle', { name, price })],
    ['og:description', description],
    ...previewPictures(item).flatMap((image) => [
      ['og:image', origin + image],
      ['og:image:type', image.endsWith('.jpg') ? 'image/jpeg' : 'image/webp'],
      ['og:image:alt', name],
    ]),
    ['og:locale', LOCALES[language]],
    ['og:locale:alternate', LOCALES[language === 'en' ? 'bn' : 'en']],
    ['product:price:amount', String(resalePrice)],
    ['product:price:currency', shop.currency],
    ['product:condition', 'used'],
    ['product:availability', state === 'offered' ? 'in stock' : 'out of stock'],
  ];
  return (
    <>
      <title>{`${name} · ${store}`}</title>
      <meta name="description" content={description} />
      <PageAddresses path={path} />
      {properties.map(([property, content]) => (
        <meta key={property + (content ?? '')} property={property} content={content} />
      ))}
      <meta name="twitter:card" content="summary_large_image" />
      <script type="application/ld+json">{scriptJson(productData(item, rootData))}</script>
    </>
  );
}
