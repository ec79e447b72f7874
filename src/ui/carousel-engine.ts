export type CarouselMotion = 'slide' | 'coverflow';

export interface Carrier {
  /** How long a slide stays before the next one comes by itself, in milliseconds. */
  delay: number;
  /** Whether the last slide is followed by the first one, rather than leading back to it. */
  loop: boolean;
  onMove(index: number): void;
}

export interface Engine {
  step(by: 1 | -1): void;
  show(index: number): void;
  /** Whether slides move by themselves. Touching and swiping does not change it. */
  play(playing: boolean): void;
  stop(): void;
}

/** How long a move takes, in milliseconds; carousel.css says the same. */
const MOVE = 600;

/** How far a pointer has to go before it drags, in pixels, and what part of a slide is far enough to change it. */
const DRAG_FROM = 8;
const FAR_ENOUGH = 0.15;

/** A slide that is less than this out of sight, in slides, gets its picture. */
const NEAR = 1.25;

/**
 * Sets a row of slides in motion: says of each, as `--at`, how many slides it is away from the middle, and leaves it to
 * the style sheet what that looks like. Where it began as a row to scroll, it goes on from what was scrolled to.
 */
export function startCarousel(frame: HTMLElement, { delay, loop, onMove }: Carrier): Engine {
  const row = frame.firstElementChild as HTMLElement;
  const slides = [...row.children] as HTMLElement[];
  const count = slides.length;
  const width = () => slides[0]?.offsetWidth || 1;
  const ended = new AbortController();
  let place = Math.round(row.scrollLeft / width());
  let playing = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  /** From -count/2 to count/2, where slides go round. */
  const around = (away: number) => (loop ? away - Math.round(away / count) * count : away);

  function lay(at: number): void {
    slides.forEach((slide, index) => {
      const before = Number(slide.style.getPropertyValue('--at'));
      const now = around(index - at);
      // From one end to the other it goes out of sight.
      slide.toggleAttribute('data-around', Math.abs(now - before) > count / 2);
      if (Math.abs(now) * width() < frame.offsetWidth / 2 + NEAR * width()) slide.dataset.near = '';
      slide.style.setProperty('--at', String(now));
    });
  }

  function moveTo(next: number): void {
    place = loop ? next : (next + count) % count;
    lay(place);
    onMove(shown());
    wait(MOVE + delay);
    disableOthers();
  }

  const shown = () => ((place % count) + count) % count;

  const show = (index: number) => moveTo(place + around(index - place));

  function wait(time: number): void {
    clearTimeout(timer);
    if (playing) timer = setTimeout(() => moveTo(place + 1), time);
  }

  /**
   * Slides that are turned away or out of sight must not be reached by Tab or by a screen reader. With less motion nothing
   * is turned away. Focus on a slide that leaves goes to the one that comes.
   */
  function disableOthers(): void {
    const { left, right } = frame.getBoundingClientRect();
    const focused = slides.find((slide) => slide.contains(document.activeElement));
    slides.forEach((slide, index) => {
      const its = slide.getBoundingClientRect();
      slide.inert = calm.matches ? its.right <= left + 1 || its.left >= right - 1 : index !== shown();
    });
    if (focused?.inert) slides[shown()]?.querySelector<HTMLElement>('a, button')?.focus({ preventScroll: true });
  }

  /** An inert slide is not the target of a press, so it is found by its place. */
  function showPressed({ target, clientX }: MouseEvent): void {
    if (target !== row && target !== frame) return;
    const pressed = slides.findIndex((slide) => {
      const { left, right } = slide.getBoundingClientRect();
      return slide.inert && left <= clientX && clientX <= right;
    });
    if (pressed >= 0) show(pressed);
  }

  const calm = matchMedia('(prefers-reduced-motion: reduce)');
  slides.forEach((slide, index) => {
    slide.style.setProperty('--nth', String(index));
  });
  lay(place);
  frame.dataset.moving = '';
  // The slides take their first places without a transition: one that goes round would cross the others.
  frame.dataset.placed = '';
  disableOthers();
  delete frame.dataset.placed;
  const resized = new ResizeObserver(disableOthers);
  resized.observe(frame);
  dragged(frame, ended.signal, {
    press: showPressed,
    begin: () => clearTimeout(timer),
    drag: (by) => lay(place - by / width()),
    end: (by) => moveTo(place - (Math.abs(by) > FAR_ENOUGH * width() ? Math.sign(by) : 0)),
  });

  return {
    step: (by) => moveTo(place + by),
    show,
    play(wanted) {
      playing = wanted;
      wait(delay);
    },
    stop() {
      clearTimeout(timer);
      ended.abort();
      resized.disconnect();
    },
  };
}

/** Follows a finger or the mouse from side to side; up and down is the page's. */
function dragged(
  frame: HTMLElement,
  signal: AbortSignal,
  on: { press(event: MouseEvent): void; begin(): void; drag(by: number): void; end(by: number): void },
): void {
  let from: number | undefined;
  let dragging = false;
  const end = ({ clientX }: { clientX: number }) => {
    if (from !== undefined && dragging) {
      delete frame.dataset.dragged;
      on.end(clientX - from);
    }
    from = undefined;
  };
  const listen = <K extends keyof HTMLElementEventMap>(type: K, hear: (event: HTMLElementEventMap[K]) => void) =>
    frame.addEventListener(type, hear, { signal, capture: true });
  listen('pointerdown', ({ button, clientX, isPrimary }) => {
    if (button === 0 && isPrimary) from = clientX;
    dragging = false;
  });
  listen('pointermove', (event) => {
    if (from === undefined || !event.isPrimary) return;
    const by = event.clientX - from;
    if (!dragging && Math.abs(by) > DRAG_FROM) {
      dragging = true;
      frame.dataset.dragged = '';
      frame.setPointerCapture(event.pointerId);
      on.begin();
    }
    if (dragging) on.drag(by);
  });
  listen('pointerup', end);
  // The browser scrolls the page instead.
  listen('pointercancel', () => end({ clientX: from ?? 0 }));
  // A drag is no press on what it ended on, and takes no link along.
  listen('click', (event) => {
    if (!dragging) return on.press(event);
    event.preventDefault();
    event.stopPropagation();
  });
  listen('dragstart', (event) => event.preventDefault());
}
