import './carousel.css';
import { ChevronLeft, ChevronRight, Pause, Play } from 'lucide-react';
import { type FocusEvent, type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { type CarouselEngine, type CarouselMotion, startCarousel } from './carousel-engine.ts';
import { IconButton } from './icon-button.tsx';

export interface CarouselLabels {
  pause: string;
  play: string;
  previous: string;
  next: string;
  /** "2 of 3". */
  position(index: number, count: number): string;
}

interface CarouselProps {
  label: string;
  /** `slide`: one after the other. `coverflow`: the neighbours are turned away on both sides, on a dark ground. */
  motion: CarouselMotion;
  /** How long a slide stays, in milliseconds. */
  delay: number;
  slides: readonly { key: string; content: ReactNode }[];
  words: CarouselLabels;
  className?: string;
  /** Called when autoplay starts and stops. */
  onPlaying?: (playing: boolean) => void;
}

/**
 * A carousel with autoplay. Touching and swiping does not stop it; the Pause button, focus inside and reduced motion do
 * (WCAG 2.2.2). Without JavaScript it is a scrollable row.
 */
export function Carousel(props: CarouselProps) {
  const { label, motion, slides, words, className } = props;
  const look = motion === 'slide' ? 'floating' : 'on-dark';
  const count = slides.length;
  const { frame, engine, active, playing, canPlay, live, toggle, watchFocus } = useCarousel(props);
  return (
    <section
      className={`carousel carousel-${motion} ${className ?? ''}`}
      aria-roledescription="carousel"
      aria-label={label}
      {...watchFocus}
    >
      {count > 1 && (
        <div className="carousel-controls" data-ready={engine ? true : undefined}>
          {canPlay && (
            <IconButton
              className="carousel-play"
              look={look}
              label={playing ? words.pause : words.play}
              icon={playing ? <Pause aria-hidden /> : <Play aria-hidden />}
              onClick={toggle}
            />
          )}
          <IconButton
            className="carousel-previous"
            look={look}
            label={words.previous}
            icon={<ChevronLeft aria-hidden />}
            onClick={() => engine?.step(-1)}
          />
          <small className="carousel-count num">{words.position(active + 1, count)}</small>
          <IconButton
            look={look}
            label={words.next}
            icon={<ChevronRight aria-hidden />}
            onClick={() => engine?.step(1)}
          />
        </div>
      )}
      <div className="carousel-frame" ref={frame}>
        <div className="carousel-row" aria-live={live}>
          {slides.map((slide, index) => (
            // biome-ignore lint/a11y/useSemanticElements: WAI-ARIA’s carousel asks for this role, and a fieldset has form fields
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

/** A coverflow with fewer slides has no autoplay. */
const AUTOPLAY_MIN_SLIDES = 5;

/** With fewer slides the last one is not followed by the first: a wide screen shows too many at once. */
const LOOP_MIN_SLIDES = 8;

/** The state of a carousel: the current slide, autoplay, and the controls. */
function useCarousel({ motion, slides, delay, onPlaying }: CarouselProps) {
  const count = slides.length;
  const frame = useRef<HTMLDivElement>(null);
  const [engine, setEngine] = useState<CarouselEngine>();
  const canPlay = count > 1 && (motion === 'slide' || count >= AUTOPLAY_MIN_SLIDES);
  const loop = motion === 'slide' || count >= LOOP_MIN_SLIDES;
  const [active, setActive] = useState(0);
  // The visitor's choice. Focus inside pauses autoplay only while it lasts.
  const [wanted, setWanted] = useState(canPlay);
  const [focused, setFocused] = useState(false);
  const [used, setUsed] = useState(false);
  const playing = wanted && !focused;

  useEffect(() => {
    if (!frame.current || count < 2) return;
    const reducesMotion = matchMedia('(prefers-reduced-motion: reduce)').matches;
    const started = startCarousel(frame.current, { delay, loop, onMove: setActive });
    setEngine(started);
    setWanted(canPlay && !reducesMotion && !savesData());
    return () => started.stop();
  }, [count, delay, loop, canPlay]);

  useEffect(() => engine?.play(playing), [engine, playing]);
  useEffect(() => onPlaying?.(playing), [playing, onPlaying]);

  return {
    frame,
    engine,
    active,
    playing,
    canPlay,
    // Moves are announced to visitors who have used the carousel. A dialog does not hide live regions.
    live: used ? (playing ? ('off' as const) : ('polite' as const)) : undefined,
    toggle: () => setWanted(!wanted),
    watchFocus: {
      // Only keyboard focus (`:focus-visible`) pauses: a mouse press must not.
      onFocus: (event: FocusEvent<HTMLElement>) => {
        setUsed(true);
        setFocused(event.target.matches(':focus-visible'));
      },
      onBlur: (event: FocusEvent<HTMLElement>) => {
        if (!event.currentTarget.contains(event.relatedTarget)) setFocused(false);
      },
      onKeyDown: (event: KeyboardEvent) => {
        if (event.key === 'ArrowRight') engine?.step(1);
        else if (event.key === 'ArrowLeft') engine?.step(-1);
      },
    },
  };
}

/** Whether the browser asks for reduced data use (Network Information API of Chromium; false elsewhere). */
function savesData(): boolean {
  return (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true;
}
