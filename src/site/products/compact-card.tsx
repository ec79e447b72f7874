import type { ReactNode } from 'react';
import type { VisibleProduct } from '#modules/catalogue/contract.ts';
import { areaOfPoint } from '#modules/catalogue/rules.ts';
import { useTranslator } from '#platform/web/translator.tsx';
import { Price } from '#ui/price.tsx';
import { ConditionLine, ProductCard, ProductName, ProductPicture } from '#ui/product-card.tsx';

type CompactProduct = Pick<
  VisibleProduct,
  '_id' | 'productName' | 'imageURL' | 'quality' | 'resalePrice' | 'location'
> & { booked?: boolean };

const SIZES = '(min-width: 1024px) 290px, (min-width: 768px) 31vw, 46vw';

/** A product as a small card that links to its page. */
export function CompactCard(props: { product: CompactProduct; heart?: ReactNode; eager?: boolean; level?: 2 | 3 }) {
  const { t, money } = useTranslator();
  const { _id, productName, imageURL, quality, resalePrice, location, booked } = props.product;
  return (
    <ProductCard
      size="compact"
      picture={
        <ProductPicture
          src={imageURL}
          alt=""
          eager={props.eager ?? false}
          sizes={SIZES}
          ribbon={booked ? t('offers.booked') : undefined}
          heart={props.heart}
        />
      }
    >
      <Price current={money(resalePrice)} />
      <ProductName level={props.level ?? 3} to={`/items/${_id}`}>
        {productName}
      </ProductName>
      <ConditionLine quality={quality} condition={t(`quality.${quality}`)} area={areaOfPoint(location)} />
    </ProductCard>
  );
}
