import { lazy, Suspense, useEffect, useState } from 'react';
import type { InstallPrompt } from './install-times.ts';

const InstallSheet = lazy(() => import('./install-sheet.tsx').then((file) => ({ default: file.InstallSheet })));

/** Keeps the browser's offer to install the store, and loads the sheet that asks at a suitable time. */
export function InstallOffer() {
  const [offer, setOffer] = useState<Event>();
  useEffect(() => {
    function keep(event: Event) {
      event.preventDefault();
      setOffer(event);
    }
    addEventListener('beforeinstallprompt', keep);
    return () => removeEventListener('beforeinstallprompt', keep);
  }, []);
  return (
    offer && (
      <Suspense>
        <InstallSheet offer={offer as InstallPrompt} />
      </Suspense>
    )
  );
}
