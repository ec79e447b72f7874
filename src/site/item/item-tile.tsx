import { MapPin } from 'lucide-react';
import type { SellersProduct } from '#modules/catalogue/items.contract.ts';
import { useTranslator } from '#platform/web/translator.tsx';
import { Chip, QualityChip } from '#ui/chip.tsx';
import { Price } from '#ui/price.tsx';
import { MetaList, ProductCard, ProductName, ProductPicture, SellerLine } from '#ui/product-card.tsx';

type TileProduct = Omit<SellersProduct, 'createdAt' | 'booked'> & { booked?: boolean };

/** A product as a small card with a link to its page. `seller` adds the seller's name. */
export function ItemTile(props: { product: TileProduct; seller?: { name: string; verified: boolean; word?: string } }) {
  const { t, money } = useTranslator();
  const { _id, productName, imageURL, quality, originalPrice, resalePrice, location, booked } = props.product;
  const where = { key: 'where', label: t('offers.point'), icon: <MapPin aria-hidden />, value: location };
  return (
    <ProductCard
      size="tile"
      picture={
        <ProductPicture
          src={imageURL}
          alt=""
          sizes="(min-width: 1024px) 290px, 45vw"
          chip={<QualityChip quality={quality}>{t(`quality.${quality}`)}</QualityChip>}
        />
      }
    >
      <ProductName to={`/items/${_id}`}>{productName}</ProductName>
      {props.seller && (
        <SellerLine
          name={props.seller.name}
          verified={props.seller.verified}
          verifiedLabel={t('status.verifiedSeller')}
          verifiedWord={props.seller.word}
        />
      )}
      <Price
        current={money(resalePrice)}
        original={originalPrice > resalePrice ? money(originalPrice) : undefined}
        originalLabel={t('products.original')}
      />
      {booked && (
        <p>
          <Chip tone="wait">{t('offers.booked')}</Chip>
        </p>
      )}
      <MetaList items={[where]} />
    </ProductCard>
  );
}
