import type { Page } from '@playwright/test';
import type { Weight } from './weigh.ts';

/** How a first view went. */
export interface View {
  weight: Weight;
  /** Largest Contentful Paint, in milliseconds. */
  largestPaint: number;
  /** Cumulative Layout Shift, until nobody asked for more. */
  shift: number;
  /** From a tap to what was drawn for it, in milliseconds: the slowest of a few, as INP has it. */
  slowestAnswer: number;
}

/** What Lighthouse calls slow 4G, where it slows requests itself: 150 ms and 1.6 Mbps, by its own corrections. */
const SLOW_4G = { offline: false, latency: 562.5, downloadThroughput: 184_320, uploadThroughput: 84_375 };
const SLOWER_CPU = 4;

/** What the page's own ear has heard so far. */
interface Heard {
  largestPaint: number;
  shift: number;
  slowestAnswer: number;
}

/** Slows a page down, and listens to how it comes and answers. Before it is opened. */
export async function listen(page: Page): Promise<void> {
  const chrome = await page.context().newCDPSession(page);
  await chrome.send('Network.enable');
  await chrome.send('Network.emulateNetworkConditions', SLOW_4G);
  await chrome.send('Emulation.setCPUThrottlingRate', { rate: SLOWER_CPU });
  await page.addInitScript(() => {
    const heard: Heard = { largestPaint: 0, shift: 0, slowestAnswer: 0 };
    Object.assign(window, { heard });
    const on = (type: string, hear: (entry: PerformanceEntry) => void) =>
      new PerformanceObserver((list) => list.getEntries().forEach(hear)).observe({
        type,
        buffered: true,
        ...(type === 'event' ? { durationThreshold: 16 } : {}),
      });
    on('largest-contentful-paint', ({ startTime }) => {
      heard.largestPaint = startTime;
    });
    on('layout-shift', (entry) => {
      const { value, hadRecentInput } = entry as PerformanceEntry & { value: number; hadRecentInput: boolean };
      if (!hadRecentInput) heard.shift += value;
    });
    on('event', (entry) => {
      const { interactionId, duration } = entry as PerformanceEntry & { interactionId: number };
      if (interactionId) heard.slowestAnswer = Math.max(heard.slowestAnswer, duration);
    });
  });
}

/** Taps what every page has, and gives what was heard. */
export async function measure(page: Page, weight: Weight): Promise<View> {
  const came = await heard(page);
  const menu = page.locator('.header-menu-button');
  for (let tap = 0; tap < 4; tap += 1) {
    await menu.tap();
    await drawn(page);
  }
  await page.locator('.header-search-open').tap();
  await drawn(page);
  await page.keyboard.type('pram');
  await drawn(page);
  const { slowestAnswer } = await heard(page);
  return { weight, largestPaint: came.largestPaint, shift: came.shift, slowestAnswer };
}

const heard = (page: Page) => page.evaluate(() => (window as unknown as { heard: Heard }).heard);

/** Two frames later, what came before them has been drawn and told of. */
const drawn = (page: Page) =>
  page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
