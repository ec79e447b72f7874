import { ORIGIN, signUp, type TestStore } from '../../../../tests/support/test-store.ts';

export const PASSWORD = 'secret-1234';
/** IP addresses: the owner has signed in from HOME, and never from ELSEWHERE. */
export const HOME = '203.0.113.7';
export const MOBILE = '198.51.100.9';
export const ELSEWHERE = '198.51.100.200';

/** Calls of the identity provider, each from a network and with a browser's cookies. */
export function attemptsAt(store: TestStore) {
  const post = (path: string, payload: object, remoteAddress: string, cookie?: string) =>
    store.app.inject({
      method: 'POST',
      url: `/api/auth${path}`,
      remoteAddress,
      payload,
      headers: { origin: ORIGIN, ...(cookie ? { cookie } : {}) },
    });
  const signIn = (email: string, password: string, from: string, cookie?: string) =>
    post('/sign-in/email', { email, password }, from, cookie);
  const requestReset = (email: string, from: string, cookie?: string) =>
    post('/request-password-reset', { email }, from, cookie);

  /** Creates an account and signs in from one browser at HOME. Returns the browser's device cookie. */
  async function owner(email: string): Promise<string> {
    await signUp(store.app, { name: 'Rima', email, password: PASSWORD });
    await store.db.deleteFrom('known_networks').execute();
    return deviceOf(await signIn(email, PASSWORD, HOME));
  }

  /** Tries wrong passwords from networks in turn. Returns the count of replies by status. */
  async function attack(email: string, networks: number, tries: number, block: string) {
    const answers: Record<number, number> = {};
    for (let n = 0; n < tries; n += 1) {
      const { statusCode } = await signIn(email, `guess-${n}`, `${block}.${n % networks}`);
      answers[statusCode] = (answers[statusCode] ?? 0) + 1;
    }
    return answers;
  }

  /** Resets the limit of one try a minute for each network. */
  async function passOneMinute(): Promise<void> {
    await store.db.deleteFrom('limit_counts').where('bucket', 'like', 'failures-slow:%').execute();
  }

  return { post, signIn, requestReset, owner, attack, passOneMinute };
}

/** The device cookie that an answer sets, as a browser sends it. */
export function deviceOf(answer: Awaited<ReturnType<ReturnType<typeof attemptsAt>['post']>>): string {
  return `known-device=${deviceCookieOf(answer).value}`;
}

/** The device cookie that an answer sets, with its attributes. */
export function deviceCookieOf({ cookies }: Awaited<ReturnType<ReturnType<typeof attemptsAt>['post']>>) {
  const cookie = cookies.find(({ name }) => name === 'known-device');
  if (!cookie) throw new Error('No device cookie was set');
  return cookie;
}
