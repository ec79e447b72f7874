import './offline-panel.css';
import { ChevronRight, RefreshCw } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { isPersonalPage, SAVED } from '#platform/contract/saved-pages.ts';
import { reachServer } from '#platform/web/offline-cache.ts';
import { useTranslator } from '#platform/web/translator.tsx';
import { Button } from '#ui/button.tsx';
import { toast } from '#ui/toast.tsx';

const ASK_INTERVAL_MS = 5000;
const RELOAD_MIN_INTERVAL_MS = 10_000;
const RELOADED_KEY = 'reloadedAt';

/** Whether this tab may load a page by itself: a page that fails at once must not load again and again. */
export function mayReload(): boolean {
  const last = Number(sessionStorage.getItem(RELOADED_KEY));
  if (Date.now() - last < RELOAD_MIN_INTERVAL_MS) return false;
  sessionStorage.setItem(RELOADED_KEY, String(Date.now()));
  return true;
}

/** Says that the requested page needs a network, lists pages seen before, and opens the page when the server answers. */
export function OfflinePanel({ to }: { to(origin: string): string }) {
  const { t, product } = useTranslator();
  const seen = useSeenPages();
  const [asking, setAsking] = useState(false);

  const open = useEffectEvent(async () => {
    const answers = await reachServer();
    if (answers && mayReload()) location.replace(to(location.origin));
    return answers;
  });
  useEffect(() => {
    const ask = () => void open();
    const timer = setInterval(ask, ASK_INTERVAL_MS);
    addEventListener('online', ask);
    ask();
    return () => {
      clearInterval(timer);
      removeEventListener('online', ask);
    };
  }, []);
  async function tryAgain() {
    setAsking(true);
    if (!(await open())) toast.error(t('off.still'));
    setAsking(false);
  }

  return (
    <div className="wrap offline-page">
      <title>{`${t('off.title')} · ${product}`}</title>
      <meta name="robots" content="noindex" />
      <section className="offline-panel stitched tone-butter" aria-labelledby="offline-title">
        <div>
          <h1 id="offline-title">{t('off.title')}</h1>
          {seen?.length !== 0 && <p>{t('off.body')}</p>}
          <p>{t('off.waiting')}</p>
          <Button size="lg" icon={<RefreshCw className="icon" aria-hidden />} pending={asking} onClick={tryAgain}>
            {t('common.tryAgain')}
          </Button>
        </div>
        <img src="/art/cut-horse.svg" alt="" width={180} height={180} />
      </section>
      {seen && (
        <section className="offline-seen" aria-labelledby="offline-seen">
          <h2 id="offline-seen">{t('off.seen')}</h2>
          {seen.length === 0 ? <p>{t('off.none')}</p> : <SeenPages pages={seen} />}
        </section>
      )}
    </div>
  );
}

interface SeenPage {
  address: string;
  title: string;
  savedAt: string;
}

function SeenPages({ pages }: { pages: SeenPage[] }) {
  const { ago } = useTranslator();
  return (
    <ul>
      {pages.map(({ address, title, savedAt }) => (
        <li key={address}>
          <a href={address}>
            <span>
              <b>{title}</b>
              <small>{ago(savedAt)}</small>
            </span>
            <ChevronRight className="icon" aria-hidden />
          </a>
        </li>
      ))}
    </ul>
  );
}

/** Returns the saved pages: the person's own first, then the newest. Undefined until they are read. */
function useSeenPages(): SeenPage[] | undefined {
  const { product } = useTranslator();
  const [pages, setPages] = useState<SeenPage[]>();
  useEffect(() => {
    const show = (read: SeenPage[]) => setPages(read);
    readSeenPages(` · ${product}`).then(show, () => show([]));
  }, [product]);
  return pages;
}

async function readSeenPages(ending: string): Promise<SeenPage[]> {
  const cache = await caches.open(SAVED.pages);
  const keys = [...(await cache.keys())].reverse();
  const pages = await Promise.all(
    keys.map(async (key) => {
      const saved = await cache.match(key);
      // The policy of this page refuses the inline styles of a saved one, so only its title is parsed.
      const [named = ''] = /<title>[^<]*<\/title>/.exec((await saved?.text()) ?? '') ?? [];
      const { title } = new DOMParser().parseFromString(named, 'text/html');
      const { pathname, search } = new URL(key.url);
      const savedAt = new Date(saved?.headers.get('date') ?? 0).toISOString();
      return { address: pathname + search, title: title.replace(ending, ''), savedAt };
    }),
  );
  return pages.sort((a, b) => Number(isPersonalPage(b.address)) - Number(isPersonalPage(a.address)));
}
