import type { Page } from '@playwright/test';

/** What a page's first view takes: all that comes until nobody asks for more, untouched. Compressed bytes, without headers. */
export interface Weight {
  scripts: number;
  /** Of these, what moves the carousels: it comes when the page is alive. */
  engine: number;
  styles: number;
  fonts: number;
  pictures: number;
  all: number;
  files: number;
}

/** Opens a page in a browser that has nothing of it yet, and weighs it. */
export async function weigh(page: Page, address: string): Promise<Weight> {
  await page.goto(address, { waitUntil: 'networkidle' });
  const files = await page.evaluate(() =>
    [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')].map((entry) => {
      const { name, encodedBodySize } = entry as PerformanceResourceTiming;
      return { path: new URL(name).pathname, bytes: encodedBodySize };
    }),
  );
  const sum = (of: RegExp) => files.reduce((total, { path, bytes }) => total + (of.test(path) ? bytes : 0), 0);
  return {
    scripts: sum(/\.js$/),
    engine: sum(/\/carousel-engine-.*\.js$/),
    styles: sum(/\.css$/),
    fonts: sum(/\.woff2$/),
    pictures: sum(/\.(svg|webp|avif|jpg|png)$/),
    all: sum(/^/),
    files: files.length,
  };
}
