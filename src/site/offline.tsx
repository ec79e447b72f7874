import { useLocation } from 'react-router';
import { requestedAddress } from '#platform/contract/saved-pages.ts';
import { OfflinePanel } from './shell/offline-panel.tsx';

/** The page that the service worker shows for a page that was never seen, until the server answers. */
export default function Offline() {
  const { search } = useLocation();
  return <OfflinePanel to={(origin) => requestedAddress(new URL(search, `${origin}/offline`))} />;
}
