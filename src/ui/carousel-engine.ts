import 'swiper/css';
import 'swiper/css/effect-coverflow';
import 'swiper/css/effect-fade';
import Swiper from 'swiper';
import { Autoplay, EffectCoverflow, EffectFade } from 'swiper/modules';
import type { SwiperOptions } from 'swiper/types';

export type CarouselMotion = 'slide' | 'coverflow';

const COVERFLOW = { rotate: 50, depth: 100, stretch: 0, modifier: 1, slideShadows: true };

export interface Carrier {
  motion: CarouselMotion;
  /** How long a slide stays, in milliseconds. */
  delay: number;
  /** Whether the visitor wants less motion: no turning, and nothing moves by itself. */
  calm: boolean;
  autoplay: boolean;
  loop: boolean;
  onMove(index: number): void;
}

/** Sets slides in motion. Loaded when the page is alive, so that no page waits for it. */
export function startCarousel(frame: HTMLElement, { motion, delay, calm, autoplay, loop, onMove }: Carrier): Swiper {
  const coverflow = motion === 'coverflow' && !calm;
  const options: SwiperOptions = {
    modules: [Autoplay, EffectCoverflow, EffectFade],
    effect: coverflow ? 'coverflow' : motion === 'slide' && calm ? 'fade' : 'slide',
    speed: calm ? 0 : 600,
    loop,
    rewind: !loop,
    autoplay: { delay, disableOnInteraction: false, enabled: autoplay },
    ...(motion === 'coverflow'
      ? {
          coverflowEffect: COVERFLOW,
          centeredSlides: true,
          slidesPerView: 'auto',
          grabCursor: true,
          spaceBetween: calm ? 24 : 0,
        }
      : { fadeEffect: { crossFade: true } }),
    on: {
      init: hideWhatIsOut,
      slideChange: (swiper) => onMove(swiper.realIndex),
      transitionEnd: hideWhatIsOut,
      resize: hideWhatIsOut,
    },
  };
  return new Swiper(frame, options);
}

/** Slides out of sight must not be reached by Tab or by a screen reader. */
function hideWhatIsOut(swiper: Swiper): void {
  const frame = swiper.el.getBoundingClientRect();
  for (const slide of swiper.slides) {
    const { left, right } = slide.getBoundingClientRect();
    slide.inert = right <= frame.left + 1 || left >= frame.right - 1;
  }
}
