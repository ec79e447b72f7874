import './error-page.css';
import { RefreshCw } from 'lucide-react';
import { useState } from 'react';
import { isRouteErrorResponse, useRouteLoaderData } from 'react-router';
import { CallError } from '#platform/contract/call-client.ts';
import type { PageFrame } from '#platform/contract/page.ts';
import { useTranslator } from '#platform/web/translator.tsx';
import { Button, LinkButton } from '#ui/button.tsx';
import { DemoMark } from './logo.tsx';

/** Replaces a page that failed to load. */
export function ErrorPage({ error }: { error: unknown }) {
  const { t, product } = useTranslator();
  const frame = useRouteLoaderData<PageFrame>('root');
  // The browser loads the frame again, under another request id than the failed one.
  const [failed, setFailed] = useState({ error, id: frame?.requestId });
  if (failed.error !== error) setFailed({ error, id: frame?.requestId });
  if (statusOf(error) === 404) return <NotFoundScreen />;
  const id = referenceOf(error) ?? failed.id;
  return (
    <main className="error-page" id="main">
      <title>{`${t('common.dropped')} · ${product}`}</title>
      <img src="/art/cut-blocks.svg" alt="" width={260} height={260} />
      <DemoMark />
      <h1>{t('common.dropped')}</h1>
      <p>{t('error.page')}</p>
      {id && (
        <p className="error-page-id num">
          <a className="text-link" href={`/contact?request=${encodeURIComponent(id)}`}>
            {t('error.quote', { id })}
          </a>
        </p>
      )}
      <div className="error-page-ways">
        <Button icon={<RefreshCw className="icon" aria-hidden />} onClick={() => location.reload()}>
          {t('common.tryAgain')}
        </Button>
        <LinkButton look="ghost" to="/" reloadDocument>
          {t('404.home')}
        </LinkButton>
      </div>
    </main>
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

/** The full-screen 404 page. A rocking horse takes the place of the zero. */
export function NotFoundScreen() {
  const { t, product } = useTranslator();
  return (
    <main className="not-found" id="main">
      <title>{`${t('404.title')} · ${product}`}</title>
      <div className="not-found-panel">
        <div>
          <DemoMark />
          <h1>{t('404.title')}</h1>
          <p>{t('404.body')}</p>
          <div className="not-found-ways">
            <LinkButton size="lg" to="/">
              {t('404.home')}
            </LinkButton>
            <LinkButton size="lg" look="white" to="/#collections">
              {t('home.collections')}
            </LinkButton>
          </div>
        </div>
        <div className="not-found-picture" aria-hidden="true">
          <b>4</b>
          <img src="/art/cut-horse.svg" alt="" width={400} height={400} />
          <b>4</b>
        </div>
      </div>
    </main>
  );
}
