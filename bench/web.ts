import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Browser, type BrowserContext, chromium } from '@playwright/test';
import { provideChromium } from '../scripts/chromium.ts';
import { figure, spread, table, told } from './figures.ts';
import { ASKING, pin, startMachine } from './machines.ts';
import { listen, measure, type View } from './views.ts';
import { weigh } from './weigh.ts';

const { values } = parseArgs({ options: { rounds: { type: 'string', default: '3' } } });
const rounds = Number(values.rounds);
const BUYER = { email: 'buyer@example.com', password: 'demo1234' };
/** A phone in the middle of what people have: its screen, its CPU and its network, as Lighthouse has them. */
const PHONE = { viewport: { width: 412, height: 823 }, deviceScaleFactor: 1.75, isMobile: true, hasTouch: true };

const executablePath = provideChromium();
if (!executablePath) throw new Error('No Chromium to measure with: install one, or set CHROMIUM_PATH to its program');
pin(process.pid, ASKING);
const dataDir = await mkdtemp(join(tmpdir(), 'dolna-web-'));
// PostgreSQL may run as another user, who has to get in.
await chmod(dataDir, 0o755);
const product = await startMachine('src/main.ts', '/readyz', {
  APP_MODE: 'demo',
  DATA_DIR: dataDir,
  RATE_LIMITS: 'off',
  LOG_LEVEL: 'error',
});
// The store's own name for itself, which the identity provider's cookies are for.
const address = product.address.replace('127.0.0.1', 'localhost');
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
try {
  const text = report(await measureAll(browser));
  await mkdir(join(import.meta.dirname, 'results'), { recursive: true });
  await writeFile(join(import.meta.dirname, 'results', 'web.md'), text);
  process.stdout.write(text);
} finally {
  await browser.close();
  await product.stop();
  await rm(dataDir, { recursive: true, force: true, maxRetries: 3 });
}

async function measureAll(browser: Browser): Promise<[string, View[]][]> {
  const { category, booking } = await prepare(browser);
  const pages = [
    ['home', '/', false],
    ['home, in Bangla', '/?lang=bn', false],
    ['category', `/products/${category}`, true],
    ['payment', `/dashboard/payment/${booking}`, true],
    ['dashboard (orders)', '/dashboard/myorders', true],
  ] as const;
  const found: [string, View[]][] = [];
  for (const [name, path, signedIn] of pages) {
    process.stderr.write(`${name}\n`);
    const views: View[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const context = await browser.newContext({ ...PHONE, baseURL: address });
      if (signedIn) await enter(context);
      const page = await context.newPage();
      await listen(page);
      views.push(await measure(page, await weigh(page, path)));
      await context.close();
    }
    found.push([name, views]);
  }
  return found;
}

async function enter(context: BrowserContext): Promise<string> {
  const signedIn = await context.request.post('/api/auth/sign-in/email', { data: BUYER, headers: { origin: address } });
  if (!signedIn.ok()) throw new Error(`Signing in was answered with ${signedIn.status()}`);
  const answer = await context.request.get('/api/jwt', { params: { email: BUYER.email } });
  return (await answer.json()).accessToken;
}

/** Something on offer is booked, so that there is something to pay for. */
async function prepare(browser: Browser): Promise<{ category: string; booking: string }> {
  const context = await browser.newContext({ baseURL: address });
  const headers = { authorization: `Bearer ${await enter(context)}` };
  const shown = await (await context.request.get('/api/products/advertise')).json();
  for (const { _id: itemId, categoryId: category } of shown) {
    const data = { itemId, phone: '01812345678', location: 'Road 27, Dhanmondi' };
    const booked = await context.request.post('/api/bookings', { headers, data });
    if (!booked.ok()) continue;
    const { insertedId: booking } = await booked.json();
    await context.close();
    return { category, booking };
  }
  throw new Error('Nothing on offer could be booked');
}

function report(found: [string, View[]][]): string {
  const kb = (bytes: number) => (bytes / 1024).toFixed(1);
  const rows = found.map(([name, views]) => {
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
      told(of((view) => view.largestPaint)),
      of((view) => view.shift).most.toFixed(3),
      figure(of((view) => view.slowestAnswer).median),
    ];
  });
  return `# First views on a phone

${new Date().toISOString().slice(0, 10)}, ${cpus().length} × ${cpus()[0]?.model.trim()}, ${browser.version()}. CPU four times slower, slow 4G. Compressed
KB without headers; times are the median of ${rounds} rounds (least–most), the shift is the worst of them.

${table(['', 'JavaScript KB', 'CSS KB', 'fonts KB', 'pictures KB', 'all KB', 'files', 'LCP ms', 'CLS', 'slowest answer to a tap, ms'], rows)}
`;
}
