import './offline-bar.css';
import { WifiOff } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { useTranslator } from '#platform/web/translator.tsx';

/** A notice while the browser is offline. */
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

/** The snapshot for the server. */
function alwaysOnline(): boolean {
  return true;
}
