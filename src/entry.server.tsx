import { renderToString } from 'react-dom/server';
import { type EntryContext, type RouterContextProvider, ServerRouter } from 'react-router';
import { apiContext, frameContext, nonceContext } from '#platform/web/api-context.ts';
import { prepareWords } from '#platform/web/loaded-words.ts';
import { NonceProvider } from '#platform/web/nonce.ts';

// The server that hosts the pages fills these; it must take them from this build, not from a copy of its own.
export const contexts = { apiContext, frameContext, nonceContext };

/** Renders a page in one piece: the server compresses the whole once, which costs a third of compressing a stream. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  entry: EntryContext,
  context: RouterContextProvider,
): Promise<Response> {
  await prepareWords(context.get(frameContext).language);
  const nonce = context.get(nonceContext);
  const html = renderToString(
    <NonceProvider value={nonce}>
      <ServerRouter context={entry} url={request.url} nonce={nonce} />
    </NonceProvider>,
  );
  headers.set('content-type', 'text/html; charset=utf-8');
  return new Response(`<!doctype html>${html}`, { status, headers });
}
