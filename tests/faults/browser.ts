import { getAccessToken, registerUser } from '#modules/identity/contract.ts';
import { type Client, createClient, type Transport } from '#platform/contract/call-client.ts';
import { ORIGIN } from './server-processes.ts';

/** A browser: keeps cookies, sends the token, and retries. */
export interface Browser {
  email: string;
  /** The Cookie header. */
  cookie(): string;
  api: Client;
  /** Sends a form with a file. */
  sendForm(path: string, form: FormData): Promise<{ insertedId: string; imageURL: string }>;
  /** Sends a request until the store replies. */
  fetch(path: string, init?: RequestInit): Promise<Response>;
}

const REQUEST_TIMEOUT_MS = 12_000;
const RETRY_DELAY_MS = 100;
const MAX_ATTEMPTS = 300;

/** Creates the browser of a visitor. */
export function aVisitor(address: string): Browser & { token: string | undefined } {
  const jar = new Map<string, { value: string; until: number }>();

  const browser: Browser & { token: string | undefined } = {
    email: '',
    token: undefined,
    cookie() {
      const live = [...jar].filter(([, { until }]) => until > Date.now());
      return ['lang=en', ...live.map(([name, { value }]) => `${name}=${value}`)].join('; ');
    },
    async sendForm(path, form) {
      const headers = { authorization: `Bearer ${browser.token}`, 'idempotency-key': crypto.randomUUID() };
      const answer = await browser.fetch(path, { method: 'POST', body: form, headers });
      if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
      return answer.json();
    },
    async fetch(path, init = {}) {
      for (let tries = 0; tries < MAX_ATTEMPTS; tries += 1) {
        const answer = await once(path, init).catch(() => undefined);
        if (answer && ![502, 503].includes(answer.status)) return answer;
        await new Promise((resolve) => setTimeout(resolve, RETRY_DELAY_MS));
      }
      throw new Error(`No reply for ${path}`);
    },
    api: createClient(async (request): ReturnType<Transport> => {
      const answer = await browser.fetch(`/api${request.path}`, {
        method: request.method,
        headers: {
          ...(request.method === 'POST' ? { 'idempotency-key': crypto.randomUUID() } : {}),
          ...request.headers,
          ...(browser.token ? { authorization: `Bearer ${browser.token}` } : {}),
          ...(request.body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        ...(request.body === undefined ? {} : { body: JSON.stringify(request.body) }),
      });
      const isJson = answer.headers.get('content-type')?.includes('json');
      return {
        status: answer.status,
        body: isJson ? await answer.json() : undefined,
        link: answer.headers.get('link'),
      };
    }),
  };

  async function once(path: string, init: RequestInit): Promise<Response> {
    const headers = new Headers(init.headers);
    headers.set('cookie', browser.cookie());
    headers.set('origin', ORIGIN);
    const answer = await fetch(address + path, { ...init, headers, signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS) });
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      const seconds = /max-age=(\d+)/i.exec(line)?.[1];
      jar.set(name, { value, until: seconds ? Date.now() + Number(seconds) * 1000 : Number.POSITIVE_INFINITY });
    }
    return answer;
  }
  return browser;
}

/** Creates a browser with a registered person. Each step is retried until the store replies. */
export async function aPerson(
  address: string,
  userCategory: 'Buyer' | 'Seller',
): Promise<Browser & { token: string | undefined }> {
  const browser = aVisitor(address);
  const email = `${crypto.randomUUID()}@example.com`;
  const registration = { name: 'Nusrat Jahan', email, password: 'secret-1234', userCategory };
  const post = (path: string) =>
    browser.fetch(`/api/auth${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(registration),
    });
  // After a lost reply the account exists already.
  const signedUp = await post('/sign-up/email');
  const answer = signedUp.ok ? signedUp : await post('/sign-in/email');
  if (!answer.ok) throw new Error(`Registration failed: ${answer.status} ${await answer.text()}`);
  await browser.api.send(registerUser, { body: registration });
  browser.token = (await browser.api.send(getAccessToken, { query: { email } })).accessToken;
  browser.email = email;
  return browser;
}
