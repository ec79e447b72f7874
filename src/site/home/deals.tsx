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
import { CardGrid } from '#ui/product-card.tsx';
import { CompactCard } from '../products/compact-card.tsx';
import { useCarouselWords } from './carousel-words.ts';

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

/** On a phone the picture is 258 px wide. 200 px makes a 2x screen pick the smaller file, still 1.5 dots to a pixel. */
const SIZES = '(min-width: 768px) 390px, 200px';

/** 'Deals of the Week': advertised products with the fixed badge and their real prices. */
export function Deals({ products }: { products: Deal[] }) {
  const { t } = useTranslator();
  const words = useCarouselWords();
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

/** One row of cards; with fewer products the section is left out. */
export const MORE_PRODUCTS_COUNT = 4;

/** Returns the fields of a product that this section's cards show. */
export const toMoreProduct = (product: AdvertisedProduct) => ({
  ...toDeal(product),
  location: product.location,
});

type MoreProduct = ReturnType<typeof toMoreProduct>;

/** Advertised products after the deals, with their area. */
export function MoreToFind({ products }: { products: MoreProduct[] }) {
  const { t } = useTranslator();
  if (products.length < MORE_PRODUCTS_COUNT) return null;
  return (
    <section className="section section-joined" aria-labelledby="more-to-find">
      <div className="wrap">
        <div className="section-head">
          <div>
            <h2 id="more-to-find">{t('home.more')}</h2>
            <p>{t('home.moreBody')}</p>
          </div>
        </div>
        <CardGrid size="compact">
          {products.map((product) => (
            <li key={product._id}>
              <CompactCard product={product} />
            </li>
          ))}
        </CardGrid>
      </div>
    </section>
  );
}
