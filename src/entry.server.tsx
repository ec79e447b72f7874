import { Writable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { renderToPipeableStream } from 'react-dom/server';
import {
  type EntryContext,
  type HandleErrorFunction,
  isRouteErrorResponse,
  type RouterContextProvider,
  ServerRouter,
} from 'react-router';
import { CallError, createClient } from '#platform/contract/call-client.ts';
import { CLOSED_RETRY_S } from '#platform/contract/page.ts';
import {
  apiContext,
  faultContext,
  frameContext,
  nonceContext,
  ownApiContext,
  publicContext,
} from '#platform/web/api-context.ts';
import { KeptParts } from '#platform/web/cached-html.tsx';
import { prepareWords } from '#platform/web/message-loader.ts';
import { NonceProvider } from '#platform/web/nonce.ts';
import { PageWordsProvider } from '#platform/web/page-messages.ts';
import { partsOfPage } from '#rendering/cached-html-parts.ts';
import { paintFirst } from '#rendering/head-order.ts';
import { HtmlResponse } from '#rendering/html-response.ts';
import { wordsOfPage } from '#rendering/words-of-page.ts';
import { isChangeScreen } from './site/closed-screens.ts';

// The server that hosts the pages fills these; it must take them from this build, not from a copy of its own.
export const contexts = { apiContext, faultContext, frameContext, nonceContext, ownApiContext, publicContext };
// A refusal that a page's own client throws is one that the page knows by its class.
export { createClient };

/**
 * Writes down what a page's loaders and actions threw, under the id that the error page tells people to quote. A refusal,
 * such as of a page that is not there, is no fault.
 */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  const refused = (error instanceof CallError || isRouteErrorResponse(error)) && error.status < 500;
  if (!refused && !request.signal.aborted) context.get(faultContext)(error);
};

/** Renders a page in one piece: the server compresses the whole once, which costs a third of compressing a stream. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  entry: EntryContext,
  context: RouterContextProvider,
): Promise<Response> {
  const { closed, language, shop } = context.get(frameContext);
  const isClosed = closed && status === 200 && isChangeScreen(new URL(request.url).pathname);
  if (isClosed) headers.set('retry-after', String(CLOSED_RETRY_S));
  await prepareWords(language);
  const nonce = context.get(nonceContext) ?? undefined;
  const page = onPaper();
  // While pages are being written, each look is a new one.
  const parts = process.env.NODE_ENV === 'development' ? undefined : partsOfPage(shop, language);
  let failure: unknown;
  const { pipe } = renderToPipeableStream(
    <NonceProvider value={nonce}>
      <PageWordsProvider value={wordsOfPage(language, entry)}>
        <KeptParts value={parts?.find ?? null}>
          <ServerRouter context={entry} url={request.url} nonce={nonce} />
        </KeptParts>
      </PageWordsProvider>
    </NonceProvider>,
    {
      nonce,
      onAllReady: () => pipe(page),
      onShellError: (error) => page.destroy(error instanceof Error ? error : new Error(String(error))),
      onError: (error) => {
        failure = error;
      },
    },
  );
  await finished(page);
  // A part that broke is rendered again in the browser; the log should know of it all the same.
  if (failure) context.get(faultContext)(failure);
  headers.set('content-type', 'text/html; charset=utf-8');
  const html = paintFirst(page.written());
  return new HtmlResponse(parts?.finish(html) ?? html, { status: isClosed ? 503 : status, headers });
}

/** Takes in what React writes: short pieces come as bytes, together, and long ones as text. */
function onPaper(): Writable & { written(): Buffer<ArrayBuffer> } {
  const pieces: Uint8Array[] = [];
  const paper = new Writable({
    decodeStrings: false,
    write(piece: string | Uint8Array, _encoding, done) {
      pieces.push(typeof piece === 'string' ? Buffer.from(piece) : piece);
      done();
    },
  });
  return Object.assign(paper, { written: () => Buffer.concat(pieces) });
}
