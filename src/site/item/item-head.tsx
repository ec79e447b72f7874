import type { Item } from '#modules/catalogue/items.contract.ts';
import { useFrame, useShop } from '#platform/web/session.ts';
import { useTranslator } from '#platform/web/translator.tsx';
import { PageAddresses, pageAddress } from '../shell/page-addresses.tsx';
import { previewPictures } from './product-data.ts';

const LOCALES = { en: 'en_GB', bn: 'bn_BD' } as const;

/** The title, and the metadata for link previews (https://ogp.me). */
export function ItemHead({ item }: { item: Item }) {
  const { t, product: store, language, money } = useTranslator();
  const frame = useFrame();
  const { origin } = frame;
  const { currency } = useShop();
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
    ['og:url', pageAddress(frame, path)],
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
    ['product:price:currency', currency],
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
    </>
  );
}
