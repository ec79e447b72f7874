import './hero.css';
import { BadgeCheck, HeartHandshake } from 'lucide-react';
import type { AdvertisedProduct } from '#modules/catalogue/contract.ts';
import { useShop } from '#platform/web/session.ts';
import { useTranslator } from '#platform/web/translator.tsx';
import { LinkButton } from '#ui/button.tsx';
import { Carousel } from '#ui/carousel.tsx';
import { Bunting } from './bunting.tsx';
import { useCarouselWords } from './carousel-words.ts';
import { HeroScene, type HeroTone } from './hero-scene.tsx';
import { SellButton } from './sell-button.tsx';

/** Returns the fields of a product that the hero's tag shows. */
export const toHeroExample = ({ productName, resalePrice, sellerName }: AdvertisedProduct) => ({
  productName,
  resalePrice,
  sellerName,
});

type Example = ReturnType<typeof toHeroExample>;

const SLIDES = [
  { number: 1, tone: 'butter' },
  { number: 2, tone: 'mint' },
  { number: 3, tone: 'blush' },
] as const;

/** Three slides. `example` is a product of a verified seller; the first slide shows it in a tag. */
export function Hero({ example }: { example: Example | undefined }) {
  const { t } = useTranslator();
  const { carouselDelayMs } = useShop();
  const slides = SLIDES.map(({ number, tone }) => ({
    key: tone,
    content: <HeroSlide number={number} tone={tone} example={number === 1 ? example : undefined} />,
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
        indicator="dots"
        controlLook="floating"
      />
    </div>
  );
}

function HeroSlide(props: { number: 1 | 2 | 3; tone: HeroTone; example: Example | undefined }) {
  const { number, tone, example } = props;
  const { t } = useTranslator();
  const first = number === 1;
  const Title = first ? 'h1' : 'h2';
  return (
    <div className={`hero-slide hero-${tone}`}>
      <Bunting />
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
        <HeroScene tone={tone} first={first} />
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
