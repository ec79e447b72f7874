import './carousel.css';
import { ChevronLeft, ChevronRight, Pause, Play } from 'lucide-react';
import type { ReactNode } from 'react';
import type { CarouselMotion } from './carousel-engine.ts';
import { IconButton } from './icon-button.tsx';
import { useCarousel } from './use-carousel.ts';

export interface CarouselWords {
  pause: string;
  play: string;
  previous: string;
  next: string;
  /** "2 of 3". */
  position(index: number, count: number): string;
}

/**
 * A carousel with autoplay. Touching and swiping does not stop it; the Pause button, focus inside and reduced motion do
 * (WCAG 2.2.2). Without JavaScript it is a scrollable row.
 */
export function Carousel(props: {
  label: string;
  /** `slide`: one after the other. `coverflow`: the neighbours are turned away on both sides. */
  motion: CarouselMotion;
  /** How long a slide stays, in milliseconds. */
  delay: number;
  slides: readonly { key: string; content: ReactNode }[];
  words: CarouselWords;
  /** Shown between Previous and Next: dots, or "2 of 8". */
  indicator: 'dots' | 'count';
  controlLook?: 'on-dark' | 'floating';
  className?: string;
  /** Called when autoplay starts and stops. */
  onPlaying?: (playing: boolean) => void;
}) {
  const { label, motion, delay, slides, words, indicator, controlLook = 'floating', className } = props;
  const count = slides.length;
  const { frame, active, playing, ready, canPlay, live, toggle, step, show, watchFocus } = useCarousel(
    motion,
    count,
    delay,
    props.onPlaying,
  );
  return (
    <section
      className={`carousel carousel-${motion} ${className ?? ''}`}
      aria-roledescription="carousel"
      aria-label={label}
      {...watchFocus}
    >
      {count > 1 && (
        <div className="carousel-controls" data-ready={ready || undefined}>
          {canPlay && (
            <IconButton
              className="carousel-play"
              look={controlLook}
              label={playing ? words.pause : words.play}
              icon={playing ? <Pause aria-hidden /> : <Play aria-hidden />}
              onClick={toggle}
            />
          )}
          <IconButton
            look={controlLook}
            label={words.previous}
            icon={<ChevronLeft aria-hidden />}
            onClick={() => step(-1)}
          />
          {indicator === 'dots' ? (
            <div className="carousel-dots">
              {slides.map((slide, index) => (
                <button
                  type="button"
                  key={slide.key}
                  aria-label={words.position(index + 1, count)}
                  aria-current={index === active || undefined}
                  onClick={() => show(index)}
                >
                  <i />
                </button>
              ))}
            </div>
          ) : (
            <small className="carousel-count num">{words.position(active + 1, count)}</small>
          )}
          <IconButton
            look={controlLook}
            label={words.next}
            icon={<ChevronRight aria-hidden />}
            onClick={() => step(1)}
          />
        </div>
      )}
      <div className="carousel-frame" ref={frame}>
        <div className="carousel-row" aria-live={live}>
          {slides.map((slide, index) => (
            // biome-ignore lint/a11y/useSemanticElements: a slide is a group of its own kind (WAI-ARIA carousel)
            <div
              className="carousel-one"
              key={slide.key}
              role="group"
              aria-roledescription="slide"
              aria-label={words.position(index + 1, count)}
            >
              {slide.content}
            </div>
          ))}
        </div>
      </div>
    </section>
  );
}
