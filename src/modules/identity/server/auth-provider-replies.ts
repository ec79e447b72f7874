import { setTimeout as wait } from 'node:timers/promises';
import { message } from '#platform/contract/message-reference.ts';
import { languageOf, translateIn } from '#platform/http/language.ts';

/** Least time of a reset request, so that its duration does not reveal whether an account exists. */
const RESET_MIN_DURATION_MS = 400;

/** Message keys of the provider's refusals, by its stable codes. Its English messages are used unchanged. */
const REFUSALS: Record<string, string> = {
  INVALID_EMAIL_OR_PASSWORD: 'provider.wrongCredentials',
  INVALID_EMAIL: 'error.emailShape',
  USER_ALREADY_EXISTS: 'provider.userExists',
  USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL: 'provider.userExists',
  PASSWORD_TOO_LONG: 'error.passwordMax',
  PASSWORD_COMMON: 'error.passwordCommon',
  INVALID_TOKEN: 'reset.expired',
  TOKEN_EXPIRED: 'reset.expired',
  EMAIL_ALREADY_VERIFIED: 'provider.alreadyVerified',
  SESSION_EXPIRED: 'error.signInFirst',
};

type Handler = (request: Request) => Promise<Response>;

/** Wraps the identity provider's handler: delays resets, translates refusals, keeps popups connected, removes session tokens. */
export function wrapProviderReplies(handle: Handler, passwordMin: number): Handler {
  const refusals = { ...REFUSALS, PASSWORD_TOO_SHORT: message('error.passwordMin', { n: passwordMin }) };
  return async (request) => {
    const { pathname } = new URL(request.url);
    const delay = pathname.endsWith('/request-password-reset') ? wait(RESET_MIN_DURATION_MS) : undefined;
    const response = await handle(request);
    await delay;
    if (isPopup(pathname)) return withPopupOpener(await withoutSessionToken(response));
    return response.status >= 400 ? translateRefusal(request, response, refusals) : withoutSessionToken(response);
  };
}

/** The session token as a JSON field, in a reply or in the page that ends a popup. Inside a text its quotes would be escaped. */
const SESSION_TOKEN = /"token":"[^"]*"/g;

/** Removes the session token from a body: it belongs into the httpOnly cookie, which scripts cannot read. */
async function withoutSessionToken(response: Response): Promise<Response> {
  if (!/\b(json|html)\b/.test(response.headers.get('content-type') ?? '')) return response;
  const body = (await response.text()).replace(SESSION_TOKEN, '"token":null');
  const headers = new Headers(response.headers);
  headers.delete('content-length');
  return new Response(body, { status: response.status, statusText: response.statusText, headers });
}

function isPopup(pathname: string): boolean {
  return pathname.endsWith('/oauth-popup/start') || pathname.includes('/callback/');
}

/**
 * Removes our opener policy. Google's pages have none; with ours on the page after them, the browser would cut the popup off
 * from the window that opened it (HTML, "cross-origin opener policies"), and the result would be lost.
 */
function withPopupOpener(response: Response): Response {
  const headers = new Headers(response.headers);
  headers.set('cross-origin-opener-policy', 'unsafe-none');
  return new Response(response.body, { status: response.status, statusText: response.statusText, headers });
}

async function translateRefusal(
  request: Request,
  response: Response,
  refusals: Record<string, string>,
): Promise<Response> {
  const language = languageOf({ headers: Object.fromEntries(request.headers) });
  if (language === 'en' || !response.headers.get('content-type')?.includes('json')) return response;
  const body: unknown = await response.json().catch(() => null);
  const key = refusals[codeOf(body)];
  const translated = key ? { ...(body as object), message: translateIn(language, key, '') } : body;
  const headers = new Headers(response.headers);
  headers.delete('content-length');
  return new Response(JSON.stringify(translated), {
    status: response.status,
    statusText: response.statusText,
    headers,
  });
}

function codeOf(body: unknown): string {
  return typeof body === 'object' && body !== null && 'code' in body ? String(body.code) : '';
}
