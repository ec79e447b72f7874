import type { Page, Request } from '@playwright/test';

/** What a page's first view takes: all that comes until nobody asks for more, untouched. Compressed bytes, without headers. */
export interface Weight {
  scripts: number;
  styles: number;
  fonts: number;
  pictures: number;
  all: number;
  files: number;
}

/** Opens a page in a browser that has nothing of it yet, and weighs it. */
export async function weigh(page: Page, address: string): Promise<Weight> {
  const quiet = silence(page);
  await page.goto(address);
  // What a page asks for by itself it asks for when React has taken it over.
  await page.waitForFunction(() => Object.keys(document.body).some((key) => key.startsWith('__react')));
  await quiet();
  const files = await page.evaluate(() =>
    [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')].map((entry) => {
      const { name, encodedBodySize } = entry as PerformanceResourceTiming;
      return { path: new URL(name).pathname, bytes: encodedBodySize };
    }),
  );
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

/** How long nothing may be on its way before a page counts as still, in milliseconds: a slowed CPU thinks in between. */
const STILL = 2000;

/** Follows what a page asks for, and gives a wait for the moment when it has long asked for nothing. */
function silence(page: Page): () => Promise<void> {
  const under = new Set<Request>();
  let timer: NodeJS.Timeout | undefined;
  let settle: () => void = () => undefined;
  const listen = () => {
    clearTimeout(timer);
    if (under.size === 0) timer = setTimeout(() => settle(), STILL);
  };
  page.on('request', (request) => {
    // A line of live events never ends.
    if (request.resourceType() === 'eventsource') return;
    under.add(request);
    listen();
  });
  for (const end of ['requestfinished', 'requestfailed'] as const)
    page.on(end as 'requestfinished', (request) => {
      under.delete(request);
      listen();
    });
  return () =>
    new Promise((resolve) => {
      settle = resolve;
      listen();
    });
}
