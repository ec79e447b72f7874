import type { FastifyReply, FastifyRequest } from 'fastify';
import { addWish } from '#modules/wishlist/contract.ts';
import { expiredWishCookie, readPendingWish } from '#modules/wishlist/rules.ts';
import { CallError, createClient } from '#platform/contract/call-client.ts';
import type { RootData } from '#platform/contract/page.ts';
import { OWN_WRITE_HEADERS } from '#platform/database/read-replica.ts';
import type { Session } from '#platform/http/access.ts';
import { inProcessTransport } from '#platform/http/in-process-transport.ts';
import { languageOf, translateIn } from '#platform/http/language.ts';
import { requestOrigin } from '#platform/http/origins.ts';

/** Pages that would lose the notice: the login page redirects, and React Router's list of routes has no screen. */
const PAGES_WITHOUT_NOTICE = /^\/(login|__manifest)\b/;
/** Statuses after which a retry fails again: the product is gone, or the buyer's own. */
const FINAL_STATUSES = [404, 409];

/**
 * Saves the product whose heart a buyer pressed before the login. Returns the notice for the page; undefined when there is
 * none to save, or when it could not be saved and the cookie stays.
 */
export async function savePendingWish(
  request: FastifyRequest,
  reply: FastifyReply,
  session: Session,
  productName: RootData['productName'],
): Promise<RootData['notice']> {
  const itemId = readPendingWish(request.headers.cookie);
  if (!itemId || request.method !== 'GET' || !session.person?.roles.includes('buyer')) return undefined;
  if (PAGES_WITHOUT_NOTICE.test(request.url)) return undefined;
  const language = languageOf(request);
  const { authorization, end } = request.server.identify.issueCredential(session, 'write');
  const headers = { ...OWN_WRITE_HEADERS, 'accept-language': language, authorization };
  const onSetCookie = (cookie: string) => void reply.header('set-cookie', cookie);
  const { send } = createClient(inProcessTransport(request.server, headers, { address: request.ip, onSetCookie }));
  const notice = await send(addWish, { body: { itemId } })
    // Several requests of one page may save it at once. To the buyer it is new in all of them.
    .then(() => ({ done: true, message: translateIn(language, 'products.wished', productName[language]) }))
    .catch((error: unknown) => {
      if (error instanceof CallError && FINAL_STATUSES.includes(error.status))
        return { done: false, message: error.message };
      request.log.warn({ err: error }, 'pending wish');
    })
    .finally(end);
  if (notice) reply.header('set-cookie', expiredWishCookie(requestOrigin(request).protocol === 'https:'));
  return notice ?? undefined;
}
