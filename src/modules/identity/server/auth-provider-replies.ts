import { setTimeout as wait } from 'node:timers/promises';
import { message } from '#platform/contract/message-reference.ts';
import { languageOf, translateIn } from '#platform/http/language.ts';

/** Asking for a reset link takes at least this long, in milliseconds, so that its time tells nothing of the account. */
const RESET_FLOOR = 400;

/** The provider's refusals that people come across, by its own stable codes. In English its own words stand. */
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

/** Puts the finish on the identity provider's answers: their time, their language, their place in a popup, no secret. */
export function finishAnswers(handle: Handler, passwordMin: number): Handler {
  const refusals = { ...REFUSALS, PASSWORD_TOO_SHORT: message('error.passwordMin', { n: passwordMin }) };
  return async (request) => {
    const { pathname } = new URL(request.url);
    const slowly = pathname.endsWith('/request-password-reset') ? wait(RESET_FLOOR) : undefined;
    const response = await handle(request);
    await slowly;
    if (isPopup(pathname)) return keepingOpener(await withoutSecret(response));
    return response.status >= 400 ? inTheirLanguage(request, response, refusals) : withoutSecret(response);
  };
}

/** The session's secret, as a field of JSON in an answer or in the page that ends a popup. In a text its marks would be escaped. */
const SECRET = /"token":"[^"]*"/g;

/** The provider tells scripts the secret of the session that it has begun. That is in the cookie, which no script reads, and stays there. */
async function withoutSecret(response: Response): Promise<Response> {
  if (!/\b(json|html)\b/.test(response.headers.get('content-type') ?? '')) return response;
  const body = (await response.text()).replace(SECRET, '"token":null');
  const headers = new Headers(response.headers);
  headers.delete('content-length');
  return new Response(body, { status: response.status, statusText: response.statusText, headers });
}

function isPopup(pathname: string): boolean {
  return pathname.endsWith('/oauth-popup/start') || pathname.includes('/callback/');
}

/**
 * Google's pages have no opener policy. If the page that comes back from there had ours, the browser would cut it off
 * from the window that opened the popup (HTML, "cross-origin opener policies"), which then never heard how it went.
 */
function keepingOpener(response: Response): Response {
  const headers = new Headers(response.headers);
  headers.set('cross-origin-opener-policy', 'unsafe-none');
  return new Response(response.body, { status: response.status, statusText: response.statusText, headers });
}

async function inTheirLanguage(
  request: Request,
  response: Response,
  refusals: Record<string, string>,
): Promise<Response> {
  const language = languageOf({ headers: Object.fromEntries(request.headers) });
  if (language === 'en' || !response.headers.get('content-type')?.includes('json')) return response;
  const body: unknown = await response.json().catch(() => null);
  const key = refusals[codeOf(body)];
  const said = key ? { ...(body as object), message: translateIn(language, key, '') } : body;
  const headers = new Headers(response.headers);
  headers.delete('content-length');
  return new Response(JSON.stringify(said), { status: response.status, statusText: response.statusText, headers });
}

function codeOf(body: unknown): string {
  return typeof body === 'object' && body !== null && 'code' in body ? String(body.code) : '';
}
