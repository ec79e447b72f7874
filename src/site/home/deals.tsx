import './deals.css';
import { useState } from 'react';
import { Link } from 'react-router';
import type { AdvertisedProduct } from '#modules/catalogue/contract.ts';
import { useShop } from '#platform/web/session.ts';
import { useTranslator } from '#platform/web/translator.tsx';
import { Carousel } from '#ui/carousel.tsx';
import { OffBadge, QualityChip } from '#ui/chip.tsx';
import { Picture } from '#ui/picture.tsx';
import { Price } from '#ui/price.tsx';
import { useCarouselLabels } from './carousel-labels.ts';

/** The carousel shows at most this many products. */
export const DEALS_MAX_PRODUCTS = 12;

/** Returns the fields of a product that a card shows. The page carries no others. */
export const toDeal = ({ _id, productName, imageURL, quality, originalPrice, resalePrice }: AdvertisedProduct) => ({
  _id,
  productName,
  imageURL,
  quality,
  originalPrice,
  resalePrice,
});

export type Deal = ReturnType<typeof toDeal>;

/** On a phone the picture is 216 px wide. 200 px makes a 2x screen pick the smaller file, still nearly 2 dots to a pixel. */
const SIZES = '(min-width: 768px) 300px, 200px';

/** 'Deals of the Week': advertised products with the fixed badge and their real prices. */
export function Deals({ products }: { products: Deal[] }) {
  const { t } = useTranslator();
  const words = useCarouselLabels();
  const { carouselDelayMs } = useShop();
  const [playing, setPlaying] = useState(true);
  if (products.length === 0) return null;
  const slides = products.map((product) => ({ key: product._id, content: <DealCard product={product} /> }));
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
        onPlaying={setPlaying}
      />
    </div>
  );
}

function DealCard({ product }: { product: Deal }) {
  const { t, money, language } = useTranslator();
  const { badgeText } = useShop();
  return (
    <article className="deal">
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
    </article>
  );
}

const COPIES = [1, 2, 3, 4, 5, 6, 7, 8];

/** A decorative title that runs across, between flowers. Screen readers get the heading beside it. */
function Marquee({ text, moving }: { text: string; moving: boolean }) {
  return (
    <div className="marquee" aria-hidden="true" data-moving={moving || undefined}>
      {COPIES.map((copy) => (
        <span className="marquee-copy" key={copy}>
          {text}
          <svg viewBox="0 0 24 24" stroke="currentColor" strokeWidth="8.6" strokeLinecap="round" aria-hidden="true">
            {/* Five round dots: a page renders many flowers. */}
            <path d="M12 5.5h0M18.2 10h0M15.8 17.3h0M8.2 17.3h0M5.8 10h0" />
            <circle cx="12" cy="12" r="3.6" fill="#FFE9B8" stroke="none" />
          </svg>
        </span>
      ))}
    </div>
  );
}
