import type { Page, Request } from '@playwright/test';

/** The files of a page's first view, until it is idle: compressed bytes, without headers. */
export interface PageWeight {
  scripts: number;
  styles: number;
  fonts: number;
  pictures: number;
  all: number;
  files: number;
}

/** Opens a page in a browser with an empty cache and returns its weight. @throws when the page fails to load. */
export async function measurePageWeight(page: Page, address: string): Promise<PageWeight> {
  const idle = watchRequests(page);
  const response = await page.goto(address);
  if (!response?.ok()) throw new Error(`${address}: ${response?.status()}`);
  // A page sends its own requests after React has hydrated it.
  await page.waitForFunction(() => Object.keys(document.body).some((key) => key.startsWith('__react')));
  await idle();
  // By URL: a browser takes a second use of a file from its cache, which a test's routes disable.
  const sizes = await page.evaluate(() =>
    Object.fromEntries(
      [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')].map((entry) => {
        const { name, encodedBodySize } = entry as PerformanceResourceTiming;
        return [name, encodedBodySize];
      }),
    ),
  );
  const files = Object.entries(sizes).map(([url, bytes]) => ({ path: new URL(url).pathname, bytes }));
  const sum = (of: RegExp) => files.reduce((total, { path, bytes }) => total + (of.test(path) ? bytes : 0), 0);
  return {
    scripts: sum(/\.js$/),
    styles: sum(/\.css$/),
    fonts: sum(/\.woff2$/),
    pictures: sum(/\.(svg|webp|avif|jpg|png)$/),
    all: sum(/^/),
    files: files.length,
  };
}

/** A page without requests for this long is idle. Long, because a throttled CPU pauses between requests. */
const IDLE_MS = 2000;

/** Watches a page's requests. Returns a function that resolves when the page is idle. */
function watchRequests(page: Page): () => Promise<void> {
  const pending = new Set<Request>();
  let timer: NodeJS.Timeout | undefined;
  let settle: () => void = () => undefined;
  const restart = () => {
    clearTimeout(timer);
    if (pending.size === 0) timer = setTimeout(() => settle(), IDLE_MS);
  };
  page.on('request', (request) => {
    // A stream of live events never ends.
    if (request.resourceType() === 'eventsource') return;
    pending.add(request);
    restart();
  });
  for (const end of ['requestfinished', 'requestfailed'] as const)
    page.on(end as 'requestfinished', (request) => {
      pending.delete(request);
      restart();
    });
  return () =>
    new Promise((resolve) => {
      settle = resolve;
      restart();
    });
}
