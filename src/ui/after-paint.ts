let touched: Promise<void> | undefined;

/** Resolves after the next paint. Work that waits for it does not delay the answer to a tap. */
export function afterPaint(): Promise<void> {
  return new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
}

/** In the browser: resolves after the paint of the first tap or key. */
export function firstInteraction(): Promise<void> {
  touched ??= new Promise((resolve) => {
    for (const event of ['pointerdown', 'keydown'])
      addEventListener(event, () => void afterPaint().then(resolve), { once: true, capture: true, passive: true });
  });
  return touched;
}
