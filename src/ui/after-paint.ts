/** Resolves after the next paint. Work that waits for it does not delay the answer to a tap. */
export function afterPaint(): Promise<void> {
  return new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
}
