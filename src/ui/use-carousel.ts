import { type FocusEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { type CarouselEngine, type CarouselMotion, startCarousel } from './carousel-engine.ts';

/** A coverflow with fewer slides has no autoplay. */
const AUTOPLAY_MIN_SLIDES = 5;

/** With fewer slides the last one is not followed by the first: a wide screen shows too many at once. */
const LOOP_MIN_SLIDES = 8;

/** The state of a carousel: the current slide, autoplay, and the controls. */
export function useCarousel(
  motion: CarouselMotion,
  count: number,
  delay: number,
  onPlaying?: (playing: boolean) => void,
) {
  const frame = useRef<HTMLDivElement>(null);
  const engine = useRef<CarouselEngine>(undefined);
  const canPlay = count > 1 && (motion === 'slide' || count >= AUTOPLAY_MIN_SLIDES);
  const loop = motion === 'slide' || count >= LOOP_MIN_SLIDES;
  const [active, setActive] = useState(0);
  const [ready, setReady] = useState(false);
  // The visitor's choice. Focus inside pauses autoplay only while it lasts.
  const [wanted, setWanted] = useState(canPlay);
  const [focused, setFocused] = useState(false);
  const [used, setUsed] = useState(false);
  const playing = wanted && !focused;

  useEffect(() => {
    if (!frame.current || count < 2) return;
    const calm = matchMedia('(prefers-reduced-motion: reduce)').matches;
    const started = startCarousel(frame.current, { delay, loop, onMove: setActive });
    engine.current = started;
    setWanted(canPlay && !calm && !savesData());
    setReady(true);
    return () => started.stop();
  }, [count, delay, loop, canPlay]);

  useEffect(() => {
    if (ready) engine.current?.play(playing);
  }, [playing, ready]);

  useEffect(() => onPlaying?.(playing), [playing, onPlaying]);

  const step = (by: 1 | -1) => engine.current?.step(by);

  return {
    frame,
    active,
    playing,
    ready,
    canPlay,
    /**
     * Moves are announced to visitors who have used the carousel. A dialog does not hide live regions from screen
     * readers.
     */
    live: used ? (playing ? ('off' as const) : ('polite' as const)) : undefined,
    step,
    toggle: () => setWanted(!wanted),
    show: (index: number) => engine.current?.show(index),
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
        if (event.key === 'ArrowRight') step(1);
        else if (event.key === 'ArrowLeft') step(-1);
      },
    },
  };
}

/** Whether the browser asks for reduced data use (Network Information API of Chromium; false elsewhere). */
function savesData(): boolean {
  return (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true;
}
