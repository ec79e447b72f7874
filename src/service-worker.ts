/**
 * Answers page requests without a network, from saved pages and the offline page. While the server answers, every page
 * comes from it.
 */
import {
  isPersonalPage,
  isSavedPage,
  OFFLINE_PATH,
  offlineAddress,
  SAVED,
  SAVED_AT_ATTRIBUTE,
  SAVED_MAX_PAGES,
  savedAddress,
  type WorkerMessage,
} from '#platform/contract/saved-pages.ts';

/** The parts of a service worker's scope that are used here; TypeScript has them in a library that excludes the DOM's. */
interface ExtendableEvent extends Event {
  waitUntil(work: Promise<unknown>): void;
}
interface FetchEvent extends ExtendableEvent {
  request: Request;
  preloadResponse: Promise<Response | undefined>;
  respondWith(answer: Promise<Response>): void;
}
interface WorkerEvents {
  install: ExtendableEvent;
  activate: ExtendableEvent;
  fetch: FetchEvent;
  message: ExtendableEvent & { data: WorkerMessage };
}
interface WorkerScope {
  addEventListener<K extends keyof WorkerEvents>(type: K, listener: (event: WorkerEvents[K]) => void): void;
  skipWaiting(): Promise<void>;
  clients: { claim(): Promise<void> };
  registration: ServiceWorkerRegistration;
}
const worker = self as unknown as WorkerScope;

/** Built files that a tap loads, such as the booking dialog's. The build sets it. */
declare const PRECACHED_FILES: string[];

const LANGUAGES = ['en', 'bn'];
/** A page that was saved at most this long ago is not requested a second time. */
const PUBLIC_PAGE_TTL_MS = 10 * 60_000;
const OWN_PAGE_TTL_MS = 5000;
/** Delay between two attempts to load a built file. */
const FILE_RETRY_DELAY_MS = 2000;
const FILE_MAX_TRIES = 100;
/** Paths that are no pages of the store. */
const OTHER_PATHS = /^\/(api|sandbox|media|assets|healthz|readyz|metrics)(\/|$)/;
/** Where React Router asks for the routes of links. */
const ROUTES_PATH = '/__manifest';
const FILE_PATHS = /^\/(assets|art)\/|^\/favicon\.svg$/;
/** The answers differ by cookie and language; the saved one is the one to show. */
const ANY = { ignoreVary: true };

/** Counts `forget` messages. A page that was requested before such a message is not saved after it. */
let forgotten = 0;

worker.addEventListener('install', (event) => {
  event.waitUntil(saveOfflinePages().then(() => worker.skipWaiting()));
});

worker.addEventListener('activate', (event) => {
  event.waitUntil(worker.clients.claim());
  event.waitUntil(Promise.all([worker.registration.navigationPreload?.enable(), deleteOldFiles()]));
  event.waitUntil(saveFiles(PRECACHED_FILES));
});

worker.addEventListener('message', (event) => {
  const { data } = event;
  event.waitUntil('keep' in data ? keepPage(new URL(data.keep, location.origin)) : forgetPages());
});

worker.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== 'GET' || url.origin !== location.origin) return;
  if (request.mode === 'navigate' && !OTHER_PATHS.test(url.pathname)) event.respondWith(openPage(event, url));
  else if (url.pathname === ROUTES_PATH) event.respondWith(fetch(request).catch(() => savedRoutes(url)));
  else if (FILE_PATHS.test(url.pathname)) event.respondWith(openFile(request, url));
});

async function openPage(event: FetchEvent, url: URL): Promise<Response> {
  const begun = forgotten;
  try {
    const answer = (await event.preloadResponse) ?? (await fetch(event.request));
    if (isSaved(answer, url)) event.waitUntil(savePage(url, answer.clone(), begun));
    return answer;
  } catch {
    return openSaved(url);
  }
}

/** Returns the page as it was last seen. Without it, leads to the offline page. */
async function openSaved(url: URL): Promise<Response> {
  if (url.pathname === OFFLINE_PATH) return openOfflinePage();
  const saved = await (await caches.open(SAVED.pages)).match(savedAddress(url), ANY);
  if (!saved) return Response.redirect(offlineAddress(url));
  const savedAt = Date.parse(saved.headers.get('date') ?? '') || 0;
  const html = (await saved.text()).replace('<html', `<html ${SAVED_AT_ATTRIBUTE}="${savedAt}"`);
  return new Response(html, { headers: saved.headers });
}

/** Returns the offline page in the language of the page last seen, else of the browser. */
async function openOfflinePage(): Promise<Response> {
  const pages = await caches.open(SAVED.pages);
  const last = (await pages.keys()).at(-1);
  const seen = last && (await pages.match(last, ANY))?.headers.get('content-language');
  const language = seen ?? (navigator.language.startsWith('bn') ? 'bn' : 'en');
  const page = await (await caches.open(SAVED.offline)).match(`${OFFLINE_PATH}?lang=${language}`, ANY);
  return page ?? Response.error();
}

/** Returns the routes of a build, from its file: React Router asks for them even where it knows the route. */
async function savedRoutes(url: URL): Promise<Response> {
  const path = `/assets/manifest-${url.searchParams.get('version')}.js`;
  const script = await (await (await caches.open(SAVED.files)).match(path, ANY))?.text();
  const manifest = script?.slice(script.indexOf('{'), script.lastIndexOf('}') + 1) ?? '{}';
  return Response.json(JSON.parse(manifest).routes ?? {});
}

/** A built file never changes under its name. A drawing is requested, and the saved one is the second choice. */
async function openFile(request: Request, url: URL): Promise<Response> {
  const files = await caches.open(SAVED.files);
  const saved = await files.match(url.pathname, ANY);
  const isBuilt = url.pathname.startsWith('/assets/');
  if (saved && isBuilt) return saved;
  // Without a font the text is readable; waiting for one would keep the page loading.
  const isPart = isBuilt && request.destination !== 'font';
  const answer = await (isPart ? fetchWithRetries(request) : fetch(request).catch(() => saved ?? Response.error()));
  // A failure to save, such as a full disk, must not fail the page.
  if (answer.status === 200 && answer !== saved) await files.put(url.pathname, answer.clone()).catch(() => undefined);
  return answer;
}

/** Requests a file until the network is back: browsers and React remember a failed part of a page until a reload. */
async function fetchWithRetries(request: Request): Promise<Response> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await fetch(request.clone());
    } catch (error) {
      if (tries === FILE_MAX_TRIES || request.signal.aborted) throw error;
      await new Promise((resolve) => setTimeout(resolve, FILE_RETRY_DELAY_MS));
    }
  }
}

function isSaved(answer: Response, url: URL): boolean {
  const isPage = answer.headers.get('content-type')?.startsWith('text/html') ?? false;
  return answer.status === 200 && !answer.redirected && isPage && isSavedPage(url.pathname);
}

/** Saves a page that the app showed without loading its document. A page just saved only moves to the end of the views. */
async function keepPage(url: URL): Promise<void> {
  if (!isSavedPage(url.pathname)) return;
  const begun = forgotten;
  const address = savedAddress(url);
  const pages = await caches.open(SAVED.pages);
  const saved = await pages.match(address, ANY);
  const age = Date.now() - (Date.parse(saved?.headers.get('date') ?? '') || 0);
  const isFresh = age < (isPersonalPage(url.pathname) ? OWN_PAGE_TTL_MS : PUBLIC_PAGE_TTL_MS);
  if (isFresh && (await pages.keys()).at(-1)?.url === location.origin + address) return;
  const answer = saved && isFresh ? saved : await fetch(address, { headers: { accept: 'text/html' } });
  if (isSaved(answer, url)) await savePage(url, answer, begun);
}

async function savePage(url: URL, answer: Response, begun: number): Promise<void> {
  const html = await answer.text();
  const pages = await caches.open(SAVED.pages);
  if (begun !== forgotten) return;
  const address = savedAddress(url);
  // The order of the keys is the order of the views.
  await pages.delete(address, ANY);
  await pages.put(address, withoutEncoding(html, answer));
  const keys = await pages.keys();
  await Promise.all(keys.slice(0, -SAVED_MAX_PAGES).map((key) => pages.delete(key, ANY)));
  if (begun !== forgotten) await forgetPages();
  await saveFiles(filesIn(html));
}

function withoutEncoding(html: string, { headers }: Response): Response {
  const kept = new Headers(headers);
  for (const name of ['content-encoding', 'content-length', 'vary']) kept.delete(name);
  return new Response(html, { headers: kept });
}

async function forgetPages(): Promise<void> {
  forgotten += 1;
  await caches.delete(SAVED.pages);
}

/** Saves the offline page in each language, as a visitor sees it: it must not have a person's name. */
async function saveOfflinePages(): Promise<void> {
  const offline = await caches.open(SAVED.offline);
  for (const language of LANGUAGES) {
    const address = `${OFFLINE_PATH}?lang=${language}`;
    const answer = await fetch(address, { credentials: 'omit', cache: 'reload' });
    if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
    const html = await answer.text();
    await saveFiles(filesIn(html));
    await offline.put(address, withoutEncoding(html, answer));
  }
}

/** Returns the files that a page requests by itself. Its styles name fonts that it may not need. */
function filesIn(html: string): Set<string> {
  return new Set(html.replaceAll(/<style\b[\s\S]*?<\/style>/g, '').match(/\/(assets|art)\/[\w.-]+/g) ?? []);
}

async function saveFiles(paths: Iterable<string>): Promise<void> {
  const files = await caches.open(SAVED.files);
  const saved = new Set((await files.keys()).map((request) => new URL(request.url).pathname));
  const missing = [...paths].filter((path) => !saved.has(path));
  await Promise.all(missing.map((path) => files.add(path).catch(() => undefined)));
}

/** Deletes files that neither a saved page nor a tap needs: those of earlier builds. */
async function deleteOldFiles(): Promise<void> {
  const named = new Set(PRECACHED_FILES);
  for (const name of [SAVED.pages, SAVED.offline]) {
    const pages = await caches.open(name);
    for (const page of await pages.matchAll()) for (const path of filesIn(await page.text())) named.add(path);
  }
  const files = await caches.open(SAVED.files);
  for (const { url } of await files.keys()) if (!named.has(new URL(url).pathname)) await files.delete(url, ANY);
}
