export type CarouselMotion = 'slide' | 'coverflow';

export interface CarouselOptions {
  /** How long a slide stays during autoplay, in milliseconds. */
  delay: number;
  /** Whether the last slide is followed by the first one. Otherwise the carousel moves back to it. */
  loop: boolean;
  onMove(index: number): void;
}

export interface CarouselEngine {
  step(by: 1 | -1): void;
  /** Turns autoplay on or off. It moves while the carousel is on screen. Touching and swiping does not change it. */
  play(playing: boolean): void;
  stop(): void;
}

/** The duration of a move. carousel.css has the same value. */
const MOVE_MS = 600;

/** A pointer drags after this distance. The second value is the part of a slide that changes slides. */
const DRAG_THRESHOLD_PX = 8;
const CHANGE_MIN_SLIDES = 0.15;

/** A slide loads its picture when it is this near to being visible, in slides. */
const PRELOAD_MAX_SLIDES = 1.25;

/**
 * Starts a carousel. Sets `--at` on each slide, its distance from the middle in slides; the style sheet turns it into
 * positions. Continues from the position that the visitor scrolled to before JavaScript loaded.
 */
export function startCarousel(frame: HTMLElement, { delay, loop, onMove }: CarouselOptions): CarouselEngine {
  const row = frame.firstElementChild as HTMLElement;
  const slides = [...row.children] as HTMLElement[];
  const count = slides.length;
  const width = () => slides[0]?.offsetWidth || 1;
  const ended = new AbortController();
  let place = Math.round(row.scrollLeft / width());
  let playing = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  /** With `loop`, the shortest distance: from -count/2 to count/2. */
  const around = (away: number) => (loop ? away - Math.round(away / count) * count : away);

  function lay(at: number): void {
    // Read before the first change: each later reading would lay out the page again.
    const slideWidth = width();
    const nearest = frame.offsetWidth / 2 + PRELOAD_MAX_SLIDES * slideWidth;
    slides.forEach((slide, index) => {
      const before = Number(slide.style.getPropertyValue('--at'));
      const now = around(index - at);
      const isFar = (away: number) => Math.abs(away) * slideWidth >= nearest;
      // Without a transition: a slide that goes around from one end to the other, and one that stays out of sight.
      slide.toggleAttribute('data-jumps', Math.abs(now - before) > count / 2 || (isFar(before) && isFar(now)));
      if (!isFar(now)) slide.dataset.near = '';
      slide.style.setProperty('--at', String(now));
    });
  }

  function moveTo(next: number): void {
    place = loop ? next : (next + count) % count;
    lay(place);
    onMove(shown());
    wait(MOVE_MS + delay);
    disableOthers();
  }

  const shown = () => ((place % count) + count) % count;

  const show = (index: number) => moveTo(place + around(index - place));

  function wait(time: number): void {
    clearTimeout(timer);
    if (playing) timer = setTimeout(moveOn, time);
  }

  /** Out of sight a move would only delay the answer to a tap. */
  function moveOn(): void {
    const { top, bottom } = frame.getBoundingClientRect();
    if (bottom > 0 && top < innerHeight) moveTo(place + 1);
    else wait(delay);
  }

  /**
   * Makes slides that are turned away or invisible inert, for Tab and screen readers. With reduced motion no slide is
   * turned away. Focus on a slide that leaves moves to the next one.
   */
  function disableOthers(): void {
    const focused = slides.find((slide) => slide.contains(document.activeElement));
    const hidden = reducedMotion.matches ? slides.map(isOutside) : slides.map((_slide, index) => index !== shown());
    slides.forEach((slide, index) => {
      slide.inert = hidden[index] === true;
    });
    if (focused?.inert) slides[shown()]?.querySelector<HTMLElement>('a, button')?.focus({ preventScroll: true });
  }

  function isOutside(slide: HTMLElement): boolean {
    const { left, right } = frame.getBoundingClientRect();
    const its = slide.getBoundingClientRect();
    return its.right <= left + 1 || its.left >= right - 1;
  }

  /** An inert slide receives no click, so it is found by its position. */
  function showPressed({ target, clientX }: MouseEvent): void {
    if (target !== row && target !== frame) return;
    const pressed = slides.findIndex((slide) => {
      const { left, right } = slide.getBoundingClientRect();
      return slide.inert && left <= clientX && clientX <= right;
    });
    if (pressed >= 0) show(pressed);
  }

  const reducedMotion = matchMedia('(prefers-reduced-motion: reduce)');
  slides.forEach((slide, index) => {
    slide.style.setProperty('--nth', String(index));
  });
  lay(place);
  frame.dataset.moving = '';
  // The first positions have no transition: a slide that wraps would cross the others.
  frame.dataset.placed = '';
  disableOthers();
  // Called first when these positions are laid out.
  const resized = new ResizeObserver(() => {
    delete frame.dataset.placed;
    disableOthers();
  });
  resized.observe(frame);
  dragged(frame, ended.signal, {
    press: showPressed,
    begin: () => clearTimeout(timer),
    drag: (by) => lay(place - by / width()),
    end: (by) => moveTo(place - (Math.abs(by) > CHANGE_MIN_SLIDES * width() ? Math.sign(by) : 0)),
  });

  return {
    step: (by) => moveTo(place + by),
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

/** Follows horizontal drags of a finger or the mouse. Vertical ones scroll the page. */
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
    if (!dragging && Math.abs(by) > DRAG_THRESHOLD_PX) {
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
  // A drag must not click the element under the pointer.
  listen('click', (event) => {
    if (!dragging) return on.press(event);
    event.preventDefault();
    event.stopPropagation();
  });
  listen('dragstart', (event) => event.preventDefault());
}
