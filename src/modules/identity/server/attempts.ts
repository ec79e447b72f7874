import { Problem } from '#platform/contract/problem.ts';
import type { Limit, Limiter } from '#platform/limits/rate-limiter.ts';
import type { KnownOrigin, KnownOrigins, Origin } from './known-origins.ts';

const MINUTE_S = 60;
const HOUR_S = 60 * MINUTE_S;

export interface AttemptLimits {
  /** Sign-ins and similar calls from one network in a minute; a family or an office shares a network. */
  tries: number;
  /**
   * Wrong passwords an hour for one account from unknown networks, before the limit of one a minute; a fifth per
   * network.
   */
  failures: number;
  /** E-mails of one kind to one address in an hour. For a reset, known browsers and networks have limits of their own. */
  emails: number;
}

/** Limit of wrong passwords for one account in an hour from all unknown networks, as a multiple of `failures`. */
const FAILURES_CEILING_FACTOR = 10;

/** Limit of all networks of an IPv6 site, as a multiple of the limit of one. */
const SITE_FACTOR = 4;
/** Each change sends an e-mail and hashes two passwords. */
const PASSWORD_CHANGES_PER_HOUR = 5;
/** Each change sends two e-mails. */
const EMAIL_CHANGES_PER_HOUR = 5;

/** Calls that name an account in their body. */
const NAMES_ACCOUNT = /^\/(sign-in\/email|sign-up\/email|request-password-reset|send-verification-email)$/;
/** Each start of a popup stores a row, so it is counted too. */
const COUNTED_CALLS = /^\/(sign-in|sign-up|reset-password|request-password-reset|send-verification-email|oauth-popup)/;

export type EmailKind = 'reset' | 'confirm';

/** A call of the identity provider, the address in its body, and the e-mail that it sends. */
interface ProviderCall {
  path: string;
  email: string | undefined;
  sends: EmailKind | undefined;
}

/** Reports whether a counted attempt succeeded. Takes back the count of a right guess and of a failed e-mail request. */
type Attempt = (succeeded: boolean) => Promise<void>;

export interface Attempts {
  /** Counts a call of the identity provider. @throws Problem (429) above a limit. */
  count(origin: Origin, call: ProviderCall): Promise<Attempt>;
  /** Counts a password guess for an account. @throws Problem (429) above a limit. */
  guess(origin: Origin, email: string): Promise<Attempt>;
  /** Counts a password change and the guess of the old password. @throws Problem (429) above a limit. */
  changePassword(origin: Origin, email: string): Promise<Attempt>;
  /**
   * Counts the request of a new e-mail, the link to it and the guess of the password. @throws Problem (429) above a
   * limit.
   */
  changeEmail(origin: Origin, email: string, newEmail: string): Promise<Attempt>;
}

type LimitedKey = [Limit, string];

/**
 * Limits calls that guess passwords, create accounts or send e-mails, for each named account, whether it exists or
 * not. Browsers and networks with an earlier sign-in have limits of their own (decision 37). Attempts from elsewhere
 * do not lock the owner out.
 */
export function createAttempts(limiter: Limiter, knownOrigins: KnownOrigins, limits: AttemptLimits): Attempts {
  const { failures } = limits;
  const failuresOfOneOrigin = Math.ceil(failures / 5);
  const hourly = (name: string, max: number): Limit => ({ name, max, seconds: HOUR_S });
  const triesOf = (name: string, max = limits.tries): Limit => ({ name, max, seconds: MINUTE_S });
  const deviceFailures = hourly('failures-device', failuresOfOneOrigin);
  const devicesFailures = hourly('failures-devices', failures);
  const networkFailures = hourly('failures-network', failuresOfOneOrigin);
  const unknownNetworkFailures = hourly('failures-here', failuresOfOneOrigin);
  const siteFailures = hourly('failures-site', SITE_FACTOR * failuresOfOneOrigin);
  const unknownNetworksFailures = hourly('failures', failures);
  const slowFailures: Limit = { name: 'failures-slow', max: 1, seconds: MINUTE_S };
  const slowFailuresInAll: Limit = {
    ...hourly('failures-slow-all', (FAILURES_CEILING_FACTOR - 1) * failures),
    message: 'error.tooManyGuesses',
  };

  const passwordChanges = hourly('password-changes', PASSWORD_CHANGES_PER_HOUR);
  const emailChanges = hourly('email-changes', EMAIL_CHANGES_PER_HOUR);
  const emailChangesToAddress = hourly('email-changes-to', limits.emails);

  /** Counts one attempt for all of them, or for none when one is above its limit. */
  async function consumeAll(limitedKeys: LimitedKey[]): Promise<LimitedKey[]> {
    const consumed: LimitedKey[] = [];
    try {
      for (const limitedKey of limitedKeys) {
        await limiter.consume(...limitedKey);
        consumed.push(limitedKey);
      }
    } catch (error) {
      await restore(consumed);
      throw error;
    }
    return consumed;
  }

  async function restore(consumed: LimitedKey[]): Promise<void> {
    for (const limitedKey of consumed) await limiter.restore(...limitedKey);
  }

  /** Counts one attempt for the first alternative below its limits. @throws Problem (429) of the last alternative. */
  async function consumeFirstAvailable(alternatives: LimitedKey[][]): Promise<LimitedKey[]> {
    const [first = [], ...others] = alternatives;
    try {
      return await consumeAll(first);
    } catch (error) {
      if (!(error instanceof Problem) || others.length === 0) throw error;
      return consumeFirstAvailable(others);
    }
  }

  /** All browsers of an account share a limit, because each sign-in issues a new device id. */
  function limitsOfTry(
    { network, site, device }: KnownOrigin,
    { path, email }: Omit<ProviderCall, 'sends'>,
  ): LimitedKey[][] {
    const name = NAMES_ACCOUNT.test(path) && !email ? 'tries-unreadable' : 'tries';
    const ofNetwork: LimitedKey[] = [[triesOf(name), network]];
    if (site) ofNetwork.push([triesOf(`${name}-site`, SITE_FACTOR * limits.tries), site]);
    return device && email ? [[[triesOf('tries-devices'), email]], ofNetwork] : [ofNetwork];
  }

  function limitsOfGuess({ network, site, device, isKnownNetwork }: KnownOrigin, email: string): LimitedKey[][] {
    const here = `${network} ${email}`;
    const ofUnknownNetwork: LimitedKey[] = [[unknownNetworkFailures, here]];
    if (site) ofUnknownNetwork.push([siteFailures, `${site} ${email}`]);
    const ofNetwork: LimitedKey[][] = isKnownNetwork
      ? [[[networkFailures, here]]]
      : [
          [...ofUnknownNetwork, [unknownNetworksFailures, email]],
          [...ofUnknownNetwork, [slowFailures, here], [slowFailuresInAll, email]],
        ];
    if (!device) return ofNetwork;
    const ofDevice: LimitedKey[] = [
      [deviceFailures, `${device} ${email}`],
      [devicesFailures, email],
    ];
    return [ofDevice, ...ofNetwork];
  }

  /** Confirmations need the session of the address or its registration, so other people cannot use up their limit. */
  function limitsOfEmail({ device, isKnownNetwork }: KnownOrigin, kind: EmailKind, email: string): LimitedKey[][] {
    const perHour = (name: string): LimitedKey[] => [[hourly(name, limits.emails), email]];
    if (kind === 'confirm') return [perHour('emails-confirm')];
    const ofNetwork = perHour(isKnownNetwork ? 'emails-network' : 'emails');
    return device ? [perHour('emails-device'), ofNetwork] : [ofNetwork];
  }

  async function countGuess(known: KnownOrigin, email: string): Promise<Attempt> {
    const consumed = await consumeFirstAvailable(limitsOfGuess(known, email));
    return async (succeeded) => {
      if (succeeded) await restore(consumed);
    };
  }

  return {
    guess: async (origin, email) => countGuess(await knownOrigins.find(origin, email), email),

    async changePassword(origin, email) {
      const known = await knownOrigins.find(origin, email);
      await consumeFirstAvailable(limitsOfTry(known, { path: '/change-password', email }));
      await limiter.consume(passwordChanges, email);
      return countGuess(known, email);
    },

    async changeEmail(origin, email, newEmail) {
      const known = await knownOrigins.find(origin, email);
      await consumeFirstAvailable(limitsOfTry(known, { path: '/change-email', email }));
      await limiter.consume(emailChanges, email);
      await limiter.consume(emailChangesToAddress, newEmail);
      return countGuess(known, email);
    },

    async count(origin, { path, email, sends }) {
      if (!COUNTED_CALLS.test(path)) return async () => undefined;
      const known = await knownOrigins.find(origin, email ?? '');
      await consumeFirstAvailable(limitsOfTry(known, { path, email }));
      if (!email) return async () => undefined;
      if (path === '/sign-in/email') return countGuess(known, email);
      const consumed = sends ? await consumeFirstAvailable(limitsOfEmail(known, sends, email)) : [];
      return async (succeeded) => {
        if (!succeeded) await restore(consumed);
      };
    },
  };
}
