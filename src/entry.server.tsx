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
import { CallError } from '#platform/contract/call-client.ts';
import { CLOSED_RETRY_S } from '#platform/contract/page.ts';
import { logErrorContext, nonceContext, rootDataContext } from '#platform/web/api-context.ts';
import { DocumentContext } from '#platform/web/document-context.ts';
import { prepareMessages } from '#platform/web/message-loader.ts';
import { HtmlResponse } from '#rendering/html-response.ts';
import { orderLinks } from '#rendering/link-order.ts';
import { contexts, createClient } from '#rendering/page-entry.ts';
import { pageMessages } from '#rendering/page-messages.ts';
import { isChangeScreen } from './site/shell/closed-shop.tsx';

export { contexts, createClient };

/** Logs errors of loaders and actions under the request id that the error page shows. A refusal, such as a 404, is no error. */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  const refused = (error instanceof CallError || isRouteErrorResponse(error)) && error.status < 500;
  if (!refused && !request.signal.aborted) context.get(logErrorContext)(error);
};

/** Renders a document in one piece: the server compresses it once, which costs a third of compressing a stream. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  entry: EntryContext,
  context: RouterContextProvider,
): Promise<Response> {
  const { closed, language } = context.get(rootDataContext);
  const isClosed = closed && status === 200 && isChangeScreen(new URL(request.url).pathname);
  if (isClosed) headers.set('retry-after', String(CLOSED_RETRY_S));
  await prepareMessages(language);
  const nonce = context.get(nonceContext) ?? undefined;
  const routeIds = entry.staticHandlerContext.matches.map(({ route }) => route.id);
  const chunks: Uint8Array[] = [];
  const output = collectInto(chunks);
  let failure: unknown;
  const { pipe } = renderToPipeableStream(
    <DocumentContext value={{ nonce, messages: pageMessages(language, routeIds) }}>
      <ServerRouter context={entry} url={request.url} nonce={nonce} />
    </DocumentContext>,
    {
      nonce,
      // A part that came late would otherwise be shown by a script.
      progressiveChunkSize: Number.POSITIVE_INFINITY,
      onAllReady: () => pipe(output),
      onShellError: (error) => output.destroy(error instanceof Error ? error : new Error(String(error))),
      onError: (error) => {
        failure = error;
      },
    },
  );
  await finished(output);
  // The browser renders a failed part again, so the user may not see the error. The log must have it.
  if (failure) context.get(logErrorContext)(failure);
  headers.set('content-type', 'text/html; charset=utf-8');
  return new HtmlResponse(orderLinks(Buffer.concat(chunks)), { status: isClosed ? 503 : status, headers });
}

/** React writes short chunks as bytes and long ones as text. */
function collectInto(chunks: Uint8Array[]): Writable {
  return new Writable({
    decodeStrings: false,
    write(chunk: string | Uint8Array, _encoding, done) {
      chunks.push(typeof chunk === 'string' ? Buffer.from(chunk) : chunk);
      done();
    },
  });
}
