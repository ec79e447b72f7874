import { MapPin } from 'lucide-react';
import type { AdvertisedProduct } from '#modules/catalogue/contract.ts';
import { useTranslator } from '#platform/web/translator.tsx';
import { QualityChip } from '#ui/chip.tsx';
import { Price } from '#ui/price.tsx';
import { CardGrid, MetaList, ProductCard, ProductName, ProductPicture, SellerLine } from '#ui/product-card.tsx';
import { toDeal } from './deals.tsx';

/** One row of cards; with fewer products the section is left out. */
export const MORE_SHOWN = 4;

/** Returns the fields of a product that this section's cards show. */
export const toMoreProduct = (product: AdvertisedProduct) => ({
  ...toDeal(product),
  sellerName: product.sellerName,
  verified: product.verified,
  location: product.location,
});

type MoreProduct = ReturnType<typeof toMoreProduct>;

/** Advertised products after the deals, with their seller and location. */
export function MoreToFind({ products }: { products: MoreProduct[] }) {
  const { t } = useTranslator();
  if (products.length < MORE_SHOWN) return null;
  return (
    <section className="section section-joined" aria-labelledby="more-to-find">
      <div className="wrap">
        <div className="section-head">
          <div>
            <h2 id="more-to-find">{t('home.more')}</h2>
            <p>{t('home.moreBody')}</p>
          </div>
        </div>
        <CardGrid columns={4}>
          {products.map((product) => (
            <li key={product._id}>
              <MoreCard product={product} />
            </li>
          ))}
        </CardGrid>
      </div>
    </section>
  );
}

function MoreCard({ product }: { product: MoreProduct }) {
  const { t, money } = useTranslator();
  const { _id, productName, quality, originalPrice, resalePrice, sellerName, verified, location } = product;
  const place = { key: 'location', label: t('add.location'), icon: <MapPin aria-hidden />, value: location };
  const chip = <QualityChip quality={quality}>{t(`quality.${quality}`)}</QualityChip>;
  return (
    <ProductCard
      size="tile"
      picture={<ProductPicture src={product.imageURL} alt="" sizes="(min-width: 1024px) 290px, 45vw" chip={chip} />}
    >
      <ProductName to={`/items/${_id}`}>{productName}</ProductName>
      <SellerLine
        name={sellerName}
        verified={verified}
        verifiedLabel={t('status.verifiedSeller')}
        verifiedWord={t('status.verified')}
      />
      <Price
        current={money(resalePrice)}
        original={originalPrice > resalePrice ? money(originalPrice) : undefined}
        originalLabel={t('products.original')}
      />
      <MetaList items={[place]} />
    </ProductCard>
  );
}
