import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { type Browser, type BrowserContextOptions, test as base, expect, type Page } from '@playwright/test';

/** Loaded into a page it finds faults of accessibility. The file is half as long as the source that AxeBuilder loads each time. */
const AXE = readFileSync(
  createRequire(import.meta.resolve('@axe-core/playwright')).resolve('axe-core/axe.min.js'),
  'utf8',
);
const WCAG_TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** A browser page of one person, in an own context. */
export interface Visitor {
  page: Page;
  /** Errors and warnings on the page's console. */
  complaints: string[];
}

interface VisitOptions extends BrowserContextOptions {
  /** Expected lines on the console: the status of a refused request, which the browser logs, or a part of the line. */
  refused?: (number | string | RegExp)[];
  /** Opens a new context, without cached files. A page with a fake clock or a script of the test needs one, too. */
  ownContext?: boolean;
}

/** Opens a page for one more person of the test. */
export type Visit = (options?: VisitOptions) => Promise<Visitor>;

const VIEWPORT = { width: 1280, height: 720 };
const IDLE_PAGES_MAX = 4;
/** A picture, which starts no request but the one for an icon. */
const EMPTY_PAGE = '/favicon.svg';
const WORKER_BLOCKED = 'Service Worker registration blocked by Playwright';
const PAGE_EVENTS = [
  'console',
  'pageerror',
  'popup',
  'request',
  'requestfailed',
  'requestfinished',
  'response',
] as const;

/**
 * Each test gets its pages from `visit`. They are empty pages of earlier tests where possible: a page with a warm cache
 * loads in a fifth of the time of a new one. At the end of a test no console may have errors.
 */
export const test = base.extend<{ visit: Visit }, { idlePages: Page[] }>({
  idlePages: [async ({ browser: _ }, use) => use([]), { scope: 'worker' }],
  visit: async ({ browser, idlePages }, use) => {
    const opened: (Visitor & { refused: (number | string | RegExp)[]; isReused: boolean })[] = [];
    await use(async ({ refused = [], ownContext = false, viewport = VIEWPORT, ...options } = {}) => {
      const isReused = !ownContext && Object.keys(options).length === 0;
      const idle = isReused ? idlePages.pop() : undefined;
      const visitor = idle ? watched(idle) : await openVisitor(browser, { viewport, ...options });
      if (idle && viewport) await idle.setViewportSize(viewport);
      opened.push({ ...visitor, refused, isReused });
      return visitor;
    });
    for (const { page, complaints, refused, isReused } of opened) {
      if (isReused && idlePages.length < IDLE_PAGES_MAX && (await empty(page))) idlePages.push(page);
      else await page.context().close();
      expect(complaints.filter((line) => !refused.some((part) => isExpected(line, part)))).toEqual([]);
    }
  },
});

function isExpected(line: string, part: number | string | RegExp): boolean {
  if (typeof part === 'number') return line.includes(`the server responded with a status of ${part} `);
  return typeof part === 'string' ? line.includes(part) : part.test(line);
}

/** Opens a page in a new context. */
export async function openVisitor(browser: Browser, options: BrowserContextOptions = {}): Promise<Visitor> {
  const context = await browser.newContext({ reducedMotion: 'reduce', viewport: VIEWPORT, ...options });
  const page = await context.newPage();
  return watched(page);
}

/** Collects the errors and warnings on a page's console. */
function watched(page: Page): Visitor {
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (page.url().endsWith(EMPTY_PAGE) || message.text() === WORKER_BLOCKED) return;
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(`${page.url()}: ${message.text()}`);
  });
  page.on('pageerror', (error) => complaints.push(`${page.url()}: ${error.stack}`));
  return { page, complaints };
}

/** Removes all that a test left in a page, except cached files. Returns false for a closed page. */
async function empty(page: Page): Promise<boolean> {
  if (page.isClosed()) return false;
  const context = page.context();
  for (const other of context.pages()) if (other !== page) await other.close();
  for (const event of PAGE_EVENTS) await page.removeAllListeners(event);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await context.unrouteAll({ behavior: 'ignoreErrors' });
  await page.mouse.move(0, 0);
  // A page of the same origin: it ends all requests, and the stored data can be deleted.
  await page.goto(EMPTY_PAGE);
  await page.evaluate(() => {
    localStorage.clear();
    sessionStorage.clear();
  });
  await context.clearCookies();
  await emptyMemoryCache(page);
  return true;
}

/**
 * Empties the memory cache. Chromium would show a wider picture of it, and then warn that the preloaded one is unused.
 */
export async function emptyMemoryCache(page: Page): Promise<void> {
  const browser = await page.context().newCDPSession(page);
  await browser.send('Network.enable');
  for (const cacheDisabled of [true, false]) await browser.send('Network.setCacheDisabled', { cacheDisabled });
  await browser.detach();
}

/** Expects that axe finds no violation of WCAG 2.2 A and AA. The sweep does so on every page; here only on states it misses. */
export async function expectAccessible(page: Page, message = page.url()): Promise<void> {
  const found = await violationsOf(page);
  // A part that is removed while axe runs would count as a fault: only a fault found twice is one.
  expect.soft(found.length > 0 ? await violationsOf(page) : found, message).toEqual([]);
}

/** Excludes frames: they take most of the time, and the frame of the card provider is not ours. */
async function violationsOf(page: Page): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE);
  const violations = await page.evaluate(async (values) => {
    const { axe } = window as unknown as { axe: Axe };
    const options = { runOnly: { type: 'tag', values }, resultTypes: ['violations'], preload: false };
    return (await axe.run({ exclude: [['iframe']] }, options)).violations.map(({ id, nodes }) => ({
      id,
      nodes: nodes.map(({ html }) => html.slice(0, 160)),
    }));
  }, WCAG_TAGS);
  return violations.map(({ id, nodes }) => `${id}: ${nodes.join(' | ')}`);
}

interface Axe {
  run(context: object, options: object): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }>;
}

/** Expects that nothing is wider than the screen. The page gets its new size some frames after the window. */
export async function expectNoOverflow(page: Page, { poll }: Pick<typeof expect, 'poll'> = expect): Promise<void> {
  const { width } = page.viewportSize() ?? VIEWPORT;
  const outside = () => page.evaluate(outsideOf, width);
  await poll(outside, { message: `${page.url()} at ${width}`, intervals: [50, 100, 250] }).toEqual([]);
}

/** Returns the elements that are wider than the screen. Runs in the page. */
function outsideOf(width: number): string[] {
  if (!matchMedia(`(width: ${width}px)`).matches) return ['the page still has another width'];
  if (document.documentElement.scrollWidth <= width) return [];
  const out = (one: Element) => one.getBoundingClientRect().right > width;
  return [
    'the page',
    ...[...document.querySelectorAll('body *')].filter(out).map((one) => one.outerHTML.slice(0, 120)),
  ];
}

/** Holds requests to an address until the returned function is called. */
export async function hold(page: Page, address: string | RegExp): Promise<() => void> {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.context().route(address, async (route) => {
    await released;
    await route.continue();
  });
  return release;
}

/**
 * Waits until React has hydrated the page and the router has run the client loaders of its document. A form sent before would
 * load a new document, and one that a loader replaces would lose its files.
 */
export async function ready(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const key = Object.keys(document).find((name) => name.startsWith('__reactContainer'));
    const root = key && (document as unknown as Record<string, { stateNode: ReactRoot }>)[key]?.stateNode;
    const router = (window as unknown as { __reactRouterDataRouter?: DataRouter }).__reactRouterDataRouter;
    return root && root.current.memoizedState.isDehydrated === false && router?.state.initialized;
  });
}

interface DataRouter {
  state: { initialized: boolean };
}

interface ReactRoot {
  current: { memoizedState: { isDehydrated: boolean } };
}

/** Returns the access token in the page's local storage, or null. */
export const storedToken = (page: Page) => page.evaluate(() => localStorage.getItem('accessToken'));

/** Registers a person with the form of an open sign-up page. */
export async function signUp(page: Page, who: { name: string; email: string; category: 'Buyer' | 'Seller' }) {
  await ready(page);
  await page.locator('[name="name"]').fill(who.name);
  await page.locator(`label:has([name="userCategory"][value="${who.category}"])`).click();
  await page.locator('[name="email"]').fill(who.email);
  await page.locator('[name="password"]').fill('secret-1234');
  await page.getByRole('button', { name: 'Register' }).click();
  await expect(page.getByText('User created Successfully')).toBeVisible();
}

/** Types a card into the provider's frame. */
export async function typeCard(page: Page, number: string) {
  const card = page.frameLocator('iframe').first();
  const typed = card.locator('[autocomplete="cc-number"]');
  // The script of the frame groups the digits. A number that was typed before it ran would not count.
  await expect(async () => {
    await typed.fill('');
    await typed.fill(number);
    await expect(typed).toHaveValue(/ /, { timeout: 1000 });
  }).toPass();
  await card.locator('[autocomplete="cc-exp"]').fill('12/34');
  await card.locator('[autocomplete="cc-csc"]').fill('123');
}

/**
 * Clicks a button on the bank's page. Chromium loses a click on a frame that is not drawn yet: the click is repeated
 * until the page closes.
 */
export async function answerBank(page: Page, name: 'Complete' | 'Fail') {
  const dialog = page.getByRole('dialog', { name: 'Card authentication' });
  await expect(async () => {
    await dialog.frameLocator('iframe').getByRole('button', { name }).click({ timeout: 2000 });
    await expect(dialog).toHaveCount(0, { timeout: 2000 });
  }).toPass({ timeout: 15_000 });
}
