import { RefreshCw } from 'lucide-react';
import { useEffect, useState } from 'react';
import { isRouteErrorResponse, useLocation } from 'react-router';
import { CallError } from '#platform/contract/call-client.ts';
import { SAVED, savedAddress } from '#platform/contract/saved-pages.ts';
import { isNetworkFailure } from '#platform/web/offline-cache.ts';
import { useTranslator } from '#platform/web/translator.tsx';
import { Button, LinkButton } from '#ui/button.tsx';
import { NotFoundPanel, SearchBox } from './not-found-panel.tsx';
import { mayReload, OfflinePanel } from './offline-panel.tsx';

/** The content of a page that failed to load: not found, not reached, or refused by the server. */
export function ErrorPanel({ error, requestId }: { error: unknown; requestId: string | undefined }) {
  const { t, product } = useTranslator();
  // The browser loads the root data again, under another request id than the failed one.
  const [failed, setFailed] = useState({ error, id: requestId });
  if (failed.error !== error) setFailed({ error, id: requestId });
  if (statusOf(error) === 404) return <NotFoundPanel />;
  if (isNetworkFailure(error)) return <UnreachedPage />;
  const id = referenceOf(error) ?? failed.id;
  return (
    <div className="error-page">
      <title>{`${t('common.dropped')} · ${product}`}</title>
      <img src="/art/cut-blocks.svg" alt="" width={260} height={260} />
      <h1>{t('common.dropped')}</h1>
      <p>{t('error.page')}</p>
      {id && (
        <p className="error-page-id num">
          <a className="text-link" href={`/contact?request=${encodeURIComponent(id)}`}>
            {t('error.quote', { id })}
          </a>
        </p>
      )}
      <div className="error-page-links">
        <Button icon={<RefreshCw className="icon" aria-hidden />} onClick={() => location.reload()}>
          {t('common.tryAgain')}
        </Button>
        <LinkButton look="ghost" to="/" reloadDocument>
          {t('404.home')}
        </LinkButton>
      </div>
      <SearchBox label={t('common.dropped')} />
    </div>
  );
}

function statusOf(error: unknown): number | undefined {
  return isRouteErrorResponse(error) || error instanceof CallError ? error.status : undefined;
}

/** Returns the request id of a failed call, under which the server logged it, if the call has one. */
function referenceOf(error: unknown): string | undefined {
  if (error instanceof CallError) return error.problem.instance;
  const problem: unknown = isRouteErrorResponse(error) ? error.data : error;
  if (typeof problem !== 'object' || problem === null || !('instance' in problem)) return undefined;
  return typeof problem.instance === 'string' ? problem.instance : undefined;
}

/** Replaces a page whose data or code did not arrive. Loads the saved page, if there is one. */
function UnreachedPage() {
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
