import { MapPin } from 'lucide-react';
import type { AdvertisedProduct } from '#modules/catalogue/contract.ts';
import { KeptPart } from '#platform/web/cached-html.tsx';
import { useTranslator } from '#platform/web/translator.tsx';
import { QualityChip } from '#ui/chip.tsx';
import { Price } from '#ui/price.tsx';
import { CardGrid, MetaList, ProductCard, ProductName, ProductPicture, SellerLine } from '#ui/product-card.tsx';
import { dealOf } from './deals.tsx';

/** A row of them, or none. */
export const MORE_SHOWN = 4;

/** What is shown of a thing here, and who offers it where. */
export const foundOf = (product: AdvertisedProduct) => ({
  ...dealOf(product),
  sellerName: product.sellerName,
  verified: product.verified,
  location: product.location,
});

type Found = ReturnType<typeof foundOf>;

/** More advertised things, beyond the deals, with who offers them and where. */
export function MoreToFind({ products }: { products: Found[] }) {
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
            <KeptPart key={product._id} as="li" name="more" of={product}>
              <NewCard product={product} />
            </KeptPart>
          ))}
        </CardGrid>
      </div>
    </section>
  );
}

function NewCard({ product }: { product: Found }) {
  const { t, money } = useTranslator();
  const { _id, productName, quality, originalPrice, resalePrice, sellerName, verified, location } = product;
  const where = { key: 'where', label: t('add.location'), icon: <MapPin aria-hidden />, value: location };
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
      <MetaList items={[where]} />
    </ProductCard>
  );
}
