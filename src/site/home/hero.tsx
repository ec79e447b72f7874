import './hero.css';
import { useShop } from '#platform/web/session.ts';
import { useTranslator } from '#platform/web/translator.tsx';
import { LinkButton } from '#ui/button.tsx';
import { Carousel } from '#ui/carousel.tsx';
import { useShopPath } from '../products/category-path.ts';
import { useCarouselLabels } from './carousel-labels.ts';
import { SellButton } from './sell-button.tsx';

/** Each slide with its drawings: at the left, in the middle, at the right. A phone shows the middle one. */
const SLIDES = [
  { number: 1, tone: 'butter', drawings: ['teddy', 'pram', 'blocks'] },
  { number: 2, tone: 'mint', drawings: ['bag', 'chair', 'books'] },
  { number: 3, tone: 'blush', drawings: ['rings', 'horse', 'shoes'] },
] as const;

type Slide = (typeof SLIDES)[number];

const POSITIONS = ['left', 'middle', 'right'] as const;

/** Three slides about the store. */
export function Hero() {
  const { t } = useTranslator();
  const { carouselDelayMs } = useShop();
  const slides = SLIDES.map((slide) => ({ key: slide.tone, content: <HeroSlide {...slide} /> }));
  return (
    <div className="hero wrap">
      <Carousel
        className="hero-panel"
        label={t('hero.label')}
        motion="slide"
        delay={carouselDelayMs}
        slides={slides}
        words={useCarouselLabels()}
      />
    </div>
  );
}

function HeroSlide({ number, tone, drawings }: Slide) {
  const { t } = useTranslator();
  const shopPath = useShopPath();
  const first = number === 1;
  const Title = first ? 'h1' : 'h2';
  return (
    <div className={`hero-slide hero-${tone}`}>
      <div className="hero-text">
        <Title>{t(`hero.${number}.title`)}</Title>
        <p>{t(`hero.${number}.body`)}</p>
        <div className="hero-links">
          <SellButton />
          <LinkButton look="white" to={shopPath}>
            {t('hero.shop')}
          </LinkButton>
        </div>
      </div>
      <div className="hero-art">
        {drawings.map((drawing, index) => (
          <img
            key={drawing}
            className={`hero-${POSITIONS[index]}`}
            src={`/art/cut-${drawing}.svg`}
            alt=""
            width={680}
            height={680}
            decoding="async"
            // The middle one of the first slide is the only drawing that every screen shows at once.
            loading={first && POSITIONS[index] === 'middle' ? 'eager' : 'lazy'}
            fetchPriority={first && POSITIONS[index] === 'middle' ? 'high' : 'auto'}
          />
        ))}
      </div>
    </div>
  );
}
