import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type BrowserContext, chromium } from '@playwright/test';
import { provideChromium } from '../scripts/chromium.ts';
import { formatNumber, formatSpread, spread, table } from './number-format.ts';
import { measurePageWeight } from './page-weight.ts';
import { CLIENT_CORE, pin, startServer } from './servers.ts';
import { measureView, observePage, type View } from './views.ts';

const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '3' }, 'one-core': { type: 'boolean', default: false } },
});
const rounds = Number(values.rounds);
const BUYER = { email: 'buyer@example.com', password: 'demo1234' };
/** Lighthouse's mid-range phone. */
const PHONE = { viewport: { width: 412, height: 823 }, deviceScaleFactor: 1.75, isMobile: true, hasTouch: true };

const executablePath = provideChromium();
if (!executablePath) throw new Error('No Chromium to measure with: install one, or set CHROMIUM_PATH to its program');
// Lighthouse slows a page's main thread; the browser's other threads run on other cores, as on a phone.
if (values['one-core']) pin(process.pid, CLIENT_CORE);
const dataDir = await mkdtemp(join(tmpdir(), 'dolna-web-'));
// PostgreSQL may run as another system user, which needs access.
await chmod(dataDir, 0o755);
const store = await startServer('src/main.ts', '/readyz', {
  APP_MODE: 'demo',
  DATA_DIR: dataDir,
  RATE_LIMITS: 'off',
  LOG_LEVEL: 'error',
});
// The store's public host name, to which the session cookie belongs.
const address = store.address.replace('127.0.0.1', 'localhost');
try {
  const text = report(await measureAll());
  await mkdir(join(import.meta.dirname, 'results'), { recursive: true });
  await writeFile(join(import.meta.dirname, 'results', 'web.md'), text);
  process.stdout.write(text);
} finally {
  await store.stop();
  await rm(dataDir, { recursive: true, force: true, maxRetries: 3 });
}

/** Each view has a browser of its own: a browser slows down after a few pages. */
function launch() {
  return chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
}

async function measureAll(): Promise<[string, View[]][]> {
  const { category, booking } = await bookProduct();
  const pages = [
    ['home', '/', false],
    ['home, in Bangla', '/?lang=bn', false],
    ['category', `/products/${category}`, true],
    ['payment', `/dashboard/payment/${booking}`, true],
    ['dashboard (orders)', '/dashboard/myorders', true],
  ] as const;
  const views: [string, View[]][] = [];
  for (const [name, path, signedIn] of pages) {
    process.stderr.write(`${name}\n`);
    const rows: View[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const browser = await launch();
      const context = await browser.newContext({ ...PHONE, baseURL: address });
      if (signedIn) await signInBuyer(context);
      const page = await context.newPage();
      await observePage(page);
      rows.push(await measureView(page, await measurePageWeight(page, path)));
      await browser.close();
    }
    views.push([name, rows]);
  }
  return views;
}

async function signInBuyer(context: BrowserContext): Promise<string> {
  const signedIn = await context.request.post('/api/auth/sign-in/email', { data: BUYER, headers: { origin: address } });
  if (!signedIn.ok()) throw new Error(`Signing in was answered with ${signedIn.status()}`);
  const answer = await context.request.get('/api/jwt', { params: { email: BUYER.email } });
  return (await answer.json()).accessToken;
}

/** Books an advertised product, for the payment page. Returns its category and the booking's id. */
async function bookProduct(): Promise<{ category: string; booking: string }> {
  const browser = await launch();
  const context = await browser.newContext({ baseURL: address });
  const headers = { authorization: `Bearer ${await signInBuyer(context)}` };
  const shown = await (await context.request.get('/api/products/advertise')).json();
  for (const { _id: itemId, categoryId: category } of shown) {
    const data = { itemId, phone: '01812345678', location: 'Road 27, Dhanmondi' };
    const booked = await context.request.post('/api/bookings', { headers, data });
    if (!booked.ok()) continue;
    const { insertedId: booking } = await booked.json();
    await browser.close();
    return { category, booking };
  }
  throw new Error('No advertised product could be booked');
}

function report(pages: [string, View[]][]): string {
  const kb = (bytes: number) => (bytes / 1024).toFixed(1);
  const rows = pages.map(([name, views]) => {
    const { weight } = views[0] as View;
    const of = (value: (view: View) => number) => spread(views.map(value));
    return [
      name,
      kb(weight.scripts),
      kb(weight.styles),
      kb(weight.fonts),
      kb(weight.pictures),
      kb(weight.all),
      String(weight.files),
      formatSpread(of((view) => view.largestPaintMs)),
      of((view) => view.layoutShift).max.toFixed(3),
      formatNumber(of((view) => view.slowestInteractionMs).median),
    ];
  });
  return `# First views on a phone

${new Date().toISOString().slice(0, 10)}, ${cpus().length} × ${cpus()[0]?.model.trim()}, ${values['one-core'] ? 'the browser on one core' : 'the browser on all cores'}. CPU four times slower, slow 4G. Compressed
KB without headers; times are the median of ${rounds} rounds (minimum–maximum), CLS is the maximum.

${table(['', 'JavaScript KB', 'CSS KB', 'fonts KB', 'pictures KB', 'all KB', 'files', 'LCP ms', 'CLS', 'INP ms'], rows)}
`;
}
