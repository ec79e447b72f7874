import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { SAVED, savedAddress } from '#platform/contract/saved-pages.ts';
import { mayReload, OfflinePanel } from './offline-panel.tsx';

/** Replaces a page whose data or code did not arrive. Loads the saved page, if there is one. */
export function UnreachedPage() {
  const { pathname, search } = useLocation();
  const [isUnseen, setUnseen] = useState(false);
  useEffect(() => {
    const shown = (saved: boolean) => (saved && mayReload() ? location.reload() : setUnseen(true));
    isSeen(new URL(pathname + search, location.origin)).then(shown, () => shown(false));
  }, [pathname, search]);
  return isUnseen ? <OfflinePanel to={() => pathname + search} /> : null;
}

async function isSeen(address: URL): Promise<boolean> {
  if (!navigator.serviceWorker?.controller) return false;
  return Boolean(await (await caches.open(SAVED.pages)).match(savedAddress(address)));
}
