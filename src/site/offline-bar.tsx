import './offline-bar.css';
import { WifiOff } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { useTranslator } from '#platform/web/translator.tsx';

/** Says that the network is away, as long as it is. */
export function OfflineBar() {
  const { t } = useTranslator();
  const online = useSyncExternalStore(watchNetwork, () => navigator.onLine, alwaysOnline);
  return (
    <div className="offline-bar" role="status">
      {!online && (
        <p className="wrap">
          <WifiOff className="icon" aria-hidden />
          {t('common.offline')}
        </p>
      )}
    </div>
  );
}

function watchNetwork(changed: () => void): () => void {
  window.addEventListener('online', changed);
  window.addEventListener('offline', changed);
  return () => {
    window.removeEventListener('online', changed);
    window.removeEventListener('offline', changed);
  };
}

/** What the server draws. */
function alwaysOnline(): boolean {
  return true;
}
