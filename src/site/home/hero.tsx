import './hero.css';
import { BadgeCheck, HeartHandshake } from 'lucide-react';
import type { AdvertisedProduct } from '#modules/catalogue/contract.ts';
import { useShop } from '#platform/web/session.ts';
import { useTranslator } from '#platform/web/translator.tsx';
import { LinkButton } from '#ui/button.tsx';
import { Carousel } from '#ui/carousel.tsx';
import { useCarouselWords } from './carousel-words.ts';
import { SellButton } from './sell-button.tsx';

/** Returns the fields of a product that the hero's tag shows. */
export const toHeroExample = ({ productName, resalePrice, sellerName }: AdvertisedProduct) => ({
  productName,
  resalePrice,
  sellerName,
});

type Example = ReturnType<typeof toHeroExample>;

/** For each slide the fills of its three arches, and the drawings in front of them. */
const SLIDES = [
  { number: 1, tone: 'butter', arches: ['#FFC9CE', '#BFE6D2', '#DDCBF1'], drawings: ['teddy', 'pram', 'blocks'] },
  { number: 2, tone: 'mint', arches: ['#FFE1A3', '#C9E0F7', '#FFD0D4'], drawings: ['bag', 'chair', 'books'] },
  { number: 3, tone: 'blush', arches: ['#CDE7DA', '#FFE4AE', '#D3E5F6'], drawings: ['rings', 'horse', 'shoes'] },
] as const;

type Slide = (typeof SLIDES)[number];

const POSITIONS = ['left', 'middle', 'right'] as const;

/** Three slides. `example` is a product of a verified seller; the first slide shows it in a tag. */
export function Hero({ example }: { example: Example | undefined }) {
  const { t } = useTranslator();
  const { carouselDelayMs } = useShop();
  const slides = SLIDES.map((slide) => ({
    key: slide.tone,
    content: <HeroSlide slide={slide} example={slide.number === 1 ? example : undefined} />,
  }));
  return (
    <div className="hero wrap">
      <Carousel
        className="hero-panel"
        label={t('hero.label')}
        motion="slide"
        delay={carouselDelayMs}
        slides={slides}
        words={useCarouselWords()}
      />
    </div>
  );
}

function HeroSlide({ slide, example }: { slide: Slide; example: Example | undefined }) {
  const { t } = useTranslator();
  const { number, tone } = slide;
  const Title = number === 1 ? 'h1' : 'h2';
  return (
    <div className={`hero-slide hero-${tone}`}>
      <img className="hero-bunting" src="/art/bunting.svg" alt="" width={1240} height={160} loading="lazy" />
      <div className="hero-text">
        <p className="hero-eyebrow">
          <HeartHandshake aria-hidden />
          {t('hero.eyebrow')}
        </p>
        <Title>{t(`hero.${number}.title`)}</Title>
        <p>{t(`hero.${number}.body`)}</p>
        <div className="hero-ways">
          <SellButton size="lg" />
          <LinkButton size="lg" look="white" to="/#collections">
            {t('hero.shop')}
          </LinkButton>
        </div>
      </div>
      <div className="hero-art">
        <Scene {...slide} />
        {example && <ExampleTag product={example} />}
      </div>
    </div>
  );
}

function ExampleTag({ product }: { product: Example }) {
  const { t, money } = useTranslator();
  return (
    <p className="hero-tag">
      <span className="hero-tag-sign">
        <BadgeCheck className="icon" aria-hidden />
      </span>
      <span>
        <b>{t('hero.verified', { name: product.sellerName })}</b>
        {product.productName} · {money(product.resalePrice)}
      </span>
    </p>
  );
}

/** A drawn corner of a nursery. The pictures of the first slide load eagerly; the middle one, the largest, goes first. */
function Scene({ number, arches, drawings }: Slide) {
  const first = number === 1;
  return (
    <>
      <svg className="hero-arches" viewBox="0 0 620 380" aria-hidden="true">
        <path d="M14 380V200a112 112 0 0 1 224 0v180z" fill={arches[0]} />
        <path d="M178 380V158a150 150 0 0 1 300 0v222z" fill={arches[1]} />
        <path d="M420 380V226a86 86 0 0 1 172 0v154z" fill={arches[2]} />
        <g fill="none" stroke="#fff" strokeWidth="3.5" strokeLinecap="round" strokeDasharray="13 11" opacity="0.9">
          <path d="M34 380V200a92 92 0 0 1 184 0v180" />
          <path d="M200 380V158a128 128 0 0 1 256 0v222" />
          <path d="M440 380V226a66 66 0 0 1 132 0v154" />
        </g>
      </svg>
      {drawings.map((drawing, index) => (
        <img
          key={drawing}
          className={`hero-${POSITIONS[index]}`}
          src={`/art/cut-${drawing}.svg`}
          alt=""
          width={680}
          height={680}
          decoding="async"
          loading={first ? 'eager' : 'lazy'}
          fetchPriority={first && POSITIONS[index] === 'middle' ? 'high' : 'auto'}
        />
      ))}
    </>
  );
}
