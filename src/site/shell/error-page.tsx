import './error-page.css';
import { lazy, Suspense, useEffect } from 'react';
import { useRouteLoaderData } from 'react-router';
import type { RootData } from '#platform/contract/page.ts';
import { useTranslator } from '#platform/web/translator.tsx';
import { Button } from '#ui/button.tsx';
import { PageShell } from './page-shell.tsx';

// Saved with the offline page. `catch` also gets a stylesheet that fails; the second function of `then` would not.
const ErrorPanel = lazy(() =>
  import('./error-panel.tsx').then((file) => ({ default: file.ErrorPanel })).catch(() => ({ default: PlainPanel })),
);

const NotFoundPanel = lazy(() => import('./not-found-panel.tsx').then((file) => ({ default: file.NotFoundPanel })));

/** The content of a 404 page, for a route that few addresses miss. */
export function NotFound() {
  return (
    <Suspense>
      <NotFoundPanel />
    </Suspense>
  );
}

/** Replaces a page that failed to load. */
export function ErrorPage({ error }: { error: unknown }) {
  const rootData = useRouteLoaderData<RootData>('root');
  const page = (
    <Suspense>
      <ErrorPanel error={error} requestId={rootData?.requestId} />
    </Suspense>
  );
  // Without the root's data, header and footer have no language to show.
  return rootData ? <PageShell>{page}</PageShell> : <main id="main">{page}</main>;
}

const reload = () => location.reload();

/** Shown when the code of the panel did not load either. Loads the page again when the browser has a network. */
function PlainPanel(_: { error: unknown; requestId: string | undefined }) {
  const { t } = useTranslator();
  useEffect(() => {
    addEventListener('online', reload);
    return () => removeEventListener('online', reload);
  }, []);
  return (
    <div className="error-page">
      <h1>{t(navigator.onLine ? 'common.dropped' : 'off.title')}</h1>
      <Button onClick={reload}>{t('common.tryAgain')}</Button>
    </div>
  );
}
