import { type FocusEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { type CarouselMotion, type Engine, startCarousel } from './carousel-engine.ts';

/** With fewer slides than this a coverflow does not move by itself. */
const ENOUGH_TO_PLAY = 5;

/** With fewer it goes back from the last to the first: a wide screen shows too many at once to go round. */
const ENOUGH_TO_GO_ROUND = 8;

/** The state of a carousel: which slide is shown, whether it plays, and what moves it. */
export function useCarousel(
  motion: CarouselMotion,
  count: number,
  delay: number,
  onPlaying?: (playing: boolean) => void,
) {
  const frame = useRef<HTMLDivElement>(null);
  const engine = useRef<Engine>(undefined);
  const canPlay = count > 1 && (motion === 'slide' || count >= ENOUGH_TO_PLAY);
  const loop = motion === 'slide' || count >= ENOUGH_TO_GO_ROUND;
  const [active, setActive] = useState(0);
  const [ready, setReady] = useState(false);
  // What the visitor chose; focus inside stops the slides only for as long as it is there.
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
    /** Moves are told to who has been here. A dialog leaves to readers what is live, so that nobody else has it. */
    live: used ? (playing ? ('off' as const) : ('polite' as const)) : undefined,
    step,
    toggle: () => setWanted(!wanted),
    show: (index: number) => engine.current?.show(index),
    watchFocus: {
      // A mouse press focuses too, and must not stop the slides; only the keyboard's focus is `:focus-visible`.
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

/** Whether the browser was asked to use little data (Chromium's Network Information API; unknown elsewhere). */
function savesData(): boolean {
  return (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true;
}
