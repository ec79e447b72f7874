import type { Locator, Page } from '@playwright/test';
import type { PageWeight } from './page-weight.ts';

/** The metrics of a first view. */
export interface View {
  weight: PageWeight;
  /** Largest Contentful Paint. */
  largestPaintMs: number;
  /** Cumulative Layout Shift, until the page is idle. */
  layoutShift: number;
  /** Interaction to Next Paint: the slowest of a few taps. */
  slowestInteractionMs: number;
}

/** Lighthouse's slow 4G (150 ms, 1.6 Mbps) with its correction factors for DevTools throttling. */
const SLOW_4G = { offline: false, latency: 562.5, downloadThroughput: 184_320, uploadThroughput: 84_375 };
const CPU_SLOWDOWN_FACTOR = 4;
/** Larger than a phone's screen, in pixels. */
const WINDOW = { width: 900, height: 1700 };

interface PageMetrics {
  largestPaintMs: number;
  layoutShift: number;
  slowestInteractionMs: number;
}

/** Throttles a page and observes its metrics. Must be called before the page opens. */
export async function observePage(page: Page): Promise<void> {
  const chrome = await page.context().newCDPSession(page);
  // The window has a toolbar of its own. A change outside of the window is never painted: the wait for it would count.
  const { windowId } = await chrome.send('Browser.getWindowForTarget');
  await chrome.send('Browser.setWindowBounds', { windowId, bounds: WINDOW });
  await chrome.send('Network.enable');
  await chrome.send('Network.emulateNetworkConditions', SLOW_4G);
  await chrome.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN_FACTOR });
  await page.addInitScript(() => {
    const metrics: PageMetrics = { largestPaintMs: 0, layoutShift: 0, slowestInteractionMs: 0 };
    Object.assign(window, { metrics });
    const observe = (type: string, onEntry: (entry: PerformanceEntry) => void) =>
      new PerformanceObserver((list) => list.getEntries().forEach(onEntry)).observe({
        type,
        buffered: true,
        ...(type === 'event' ? { durationThreshold: 16 } : {}),
      });
    observe('largest-contentful-paint', ({ startTime }) => {
      metrics.largestPaintMs = startTime;
    });
    observe('layout-shift', (entry) => {
      const { value, hadRecentInput } = entry as PerformanceEntry & { value: number; hadRecentInput: boolean };
      if (!hadRecentInput) metrics.layoutShift += value;
    });
    observe('event', (entry) => {
      const { interactionId, duration } = entry as PerformanceEntry & { interactionId: number };
      if (interactionId) metrics.slowestInteractionMs = Math.max(metrics.slowestInteractionMs, duration);
    });
  });
}

/** Types into the search of a page, where it has one, taps Search in the bar and a filter there. Returns the page's metrics. */
export async function measureView(page: Page, weight: PageWeight): Promise<View> {
  const loaded = await readMetrics(page);
  const field = page.locator('.header-search-field');
  if (await field.isVisible()) {
    await tap(field);
    await nextPaint(page);
    await page.keyboard.type('pram');
    await nextPaint(page);
    // The bar makes room for the keyboard.
    await field.blur();
  }
  await tap(page.locator('.bottom-bar a[href="/search"]'));
  await nextPaint(page);
  await tap(page.locator('.filter-chip[aria-pressed="false"]').first());
  await nextPaint(page);
  const { slowestInteractionMs } = await readMetrics(page);
  return { weight, largestPaintMs: loaded.largestPaintMs, layoutShift: loaded.layoutShift, slowestInteractionMs };
}

/** Taps the centre of an element. A locator's own tap adds listeners to the page, whose time would count. */
async function tap(target: Locator): Promise<void> {
  await target.scrollIntoViewIfNeeded();
  const box = await target.boundingBox();
  if (!box) throw new Error(`${target} is not visible`);
  await target.page().touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2);
}

const readMetrics = (page: Page) => page.evaluate(() => (window as unknown as { metrics: PageMetrics }).metrics);

/** After two frames, earlier changes are painted and their entries are reported. */
const nextPaint = (page: Page) =>
  page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
