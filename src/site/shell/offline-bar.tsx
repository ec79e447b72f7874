import './offline-bar.css';
import { WifiOff } from 'lucide-react';
import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';
import { useLocation, useRevalidator } from 'react-router';
import { OFFLINE_PATH } from '#platform/contract/saved-pages.ts';
import {
  isUnreachable,
  markLive,
  reachServer,
  sendToWorker,
  sentAt,
  subscribeUnreachable,
} from '#platform/web/offline-cache.ts';
import { useTranslator } from '#platform/web/translator.tsx';
import { toast } from '#ui/toast.tsx';

/** A page on screen for this long is saved for times without a network. */
const SAVE_DELAY_MS = 1500;
/** How often the server is asked while the browser reports a network. */
const ASK_INTERVAL_MS = 10_000;

/** Says that the network is unavailable, and how old the page is. Loads the page again when the server answers. */
export function OfflineBar() {
  const { t, clock, date, day } = useTranslator();
  const { revalidate } = useRevalidator();
  const { pathname, search } = useLocation();
  const unreachable = useSyncExternalStore(subscribeUnreachable, isUnreachable, () => false);
  // The offline page says it itself.
  const shown = unreachable && pathname !== OFFLINE_PATH;

  const tryAgain = useEffectEvent(async (asked: boolean) => {
    if (!(await reachServer())) return asked ? toast.error(t('off.still')) : undefined;
    markLive();
    toast.success(t('off.back'));
    await revalidate();
  });
  useEffect(() => {
    if (!shown) return;
    const ask = () => void tryAgain(false);
    const timer = setInterval(() => navigator.onLine && ask(), ASK_INTERVAL_MS);
    addEventListener('online', ask);
    return () => {
      clearInterval(timer);
      removeEventListener('online', ask);
    };
  }, [shown]);
  useEffect(() => {
    const address = pathname + search;
    const timer = setTimeout(() => !isUnreachable() && sendToWorker({ keep: address }), SAVE_DELAY_MS);
    return () => clearTimeout(timer);
  }, [pathname, search]);

  function sentence(): string {
    const iso = new Date(sentAt()).toISOString();
    const isToday = day(iso) === day(new Date().toISOString());
    return isToday ? t('off.line', { time: clock(iso) }) : t('off.lineDay', { time: date(iso) });
  }
  return (
    <div className="offline-bar" role="status">
      {shown && (
        <div className="wrap">
          <WifiOff className="icon" aria-hidden />
          <p>{sentence()}</p>
          <button type="button" className="offline-bar-again" onClick={() => tryAgain(true)}>
            {t('common.tryAgain')}
          </button>
        </div>
      )}
    </div>
  );
}
