import './deals.css';
import { useState } from 'react';
import { Link } from 'react-router';
import type { AdvertisedProduct } from '#modules/catalogue/contract.ts';
import { KeptPart } from '#platform/web/cached-html.tsx';
import { useShop } from '#platform/web/session.ts';
import { useTranslator } from '#platform/web/translator.tsx';
import { Carousel } from '#ui/carousel.tsx';
import { OffBadge, QualityChip } from '#ui/chip.tsx';
import { Picture } from '#ui/picture.tsx';
import { Price } from '#ui/price.tsx';
import { useCarouselWords } from './carousel-words.ts';
import { Marquee } from './marquee.tsx';

/** More than this is too much to leaf through. */
export const DEALS_SHOWN = 12;

/** What is shown of a thing; no more of it travels with the page. */
export const dealOf = ({ _id, productName, imageURL, quality, originalPrice, resalePrice }: AdvertisedProduct) => ({
  _id,
  productName,
  imageURL,
  quality,
  originalPrice,
  resalePrice,
});

export type DealShown = ReturnType<typeof dealOf>;

/** On a phone 258 px wide, and said to be 200: with two dots to a pixel the smaller file still has 1.5 for each. */
const SIZES = '(min-width: 768px) 390px, 200px';

/** 'Deals of the Week': advertised things, with the fixed badge and, beside it, what they really cost. */
export function Deals({ products }: { products: DealShown[] }) {
  const { t } = useTranslator();
  const words = useCarouselWords();
  const { carouselDelayMs } = useShop();
  const [playing, setPlaying] = useState(true);
  if (products.length === 0) return null;
  const slides = products.map((product) => ({ key: product._id, content: <Card product={product} /> }));
  return (
    <div className="deals">
      <h2 className="sr">{t('home.deals')}</h2>
      <Marquee text={t('home.deals')} moving={playing} />
      <Carousel
        className="deals-carousel"
        label={t('home.deals')}
        motion="coverflow"
        delay={carouselDelayMs}
        slides={slides}
        words={words}
        indicator="count"
        controlLook="on-dark"
        onPlaying={setPlaying}
      />
    </div>
  );
}

function Card({ product }: { product: DealShown }) {
  return (
    <KeptPart as="article" name="deal" of={product} className="deal">
      <Deal product={product} />
    </KeptPart>
  );
}

function Deal({ product }: { product: DealShown }) {
  const { t, money, language } = useTranslator();
  const { badgeText } = useShop();
  return (
    <>
      <Picture src={product.imageURL} alt="" sizes={SIZES} />
      <QualityChip quality={product.quality}>{t(`quality.${product.quality}`)}</QualityChip>
      <OffBadge>{badgeText[language]}</OffBadge>
      <div className="deal-text">
        <h3>
          <Link className="deal-link" to={`/items/${product._id}`}>
            {product.productName}
          </Link>
        </h3>
        <Price
          current={money(product.resalePrice)}
          original={product.originalPrice > product.resalePrice ? money(product.originalPrice) : undefined}
          originalLabel={t('products.original')}
        />
      </div>
    </>
  );
}
