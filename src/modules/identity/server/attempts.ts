import { Problem } from '#platform/contract/problem.ts';
import type { Limit, Limiter } from '#platform/limits/rate-limiter.ts';
import type { KnownOrigins, Origin, Place } from './known-origins.ts';

const MINUTE_S = 60;
const HOUR_S = 60 * MINUTE_S;

/** How often one may try; each is a setting. */
export interface AttemptLimits {
  /** Sign-ins and the like from one network a minute, which a family or an office shares; four times for an IPv6 site. */
  tries: number;
  /** Wrong passwords for one account an hour from unknown places, before they are slowed down; a fifth from one place. */
  failures: number;
  /** Letters of a kind to one e-mail address an hour. For a new password, known browsers and networks have their own. */
  letters: number;
}

/** Wrong passwords for one account an hour from all unknown networks together, as a multiple of `failures`. */
const FAILURES_CEILING_FACTOR = 10;

/** What all networks of an IPv6 site may do, as a multiple of what one may. */
const SITE_FACTOR = 4;
/** Each is told by mail, and hashes two passwords. */
const PASSWORD_CHANGES_PER_HOUR = 5;

/** Calls that name an account in their body. */
const NAMES_ACCOUNT = /^\/(sign-in\/email|sign-up\/email|request-password-reset|send-verification-email)$/;
const GUESSES = /^\/(sign-in|sign-up|reset-password|request-password-reset|send-verification-email)/;

/** What a letter is for: a new password, or confirming an address. */
export type EmailKind = 'reset' | 'confirm';

/** A call to the identity provider, the e-mail that its body names, and the letter that it sends. */
export interface ProviderCall {
  path: string;
  email: string | undefined;
  letter: EmailKind | undefined;
}

/** Is told afterwards whether an attempt that was counted succeeded. */
export type Attempt = (succeeded: boolean) => Promise<void>;

export interface Attempts {
  /** Counts a call to the identity provider. @throws Problem (429) when it is one too many. */
  count(origin: Origin, call: ProviderCall): Promise<Attempt>;
  /** Counts a password that is tried for an account. @throws Problem (429) when it is one too many. */
  guess(origin: Origin, email: string): Promise<Attempt>;
  /** Counts a change of an account's password and the old password. @throws Problem (429) when it is one too many. */
  changePassword(origin: Origin, email: string): Promise<Attempt>;
}

/** A limit and the key under which it is counted. */
type Spending = [Limit, string];

/**
 * Counts what guesses passwords, makes accounts or sends letters, by the account that is named, whether it exists or not.
 * A browser and a network from which the account was signed in to have limits of their own, so that attempts from
 * elsewhere do not lock its owner out (decision 37).
 */
export function createAttempts(limiter: Limiter, places: KnownOrigins, limits: AttemptLimits): Attempts {
  const { failures, letters } = limits;
  const fromOnePlace = Math.ceil(failures / 5);
  const hourly = (name: string, max: number): Limit => ({ name, max, seconds: HOUR_S });
  const triesOf = (name: string, max = limits.tries): Limit => ({ name, max, seconds: MINUTE_S });
  const deviceFailures = hourly('failures-device', fromOnePlace);
  const devicesFailures = hourly('failures-devices', failures);
  const networkFailures = hourly('failures-network', fromOnePlace);
  const strangerFailures = hourly('failures-here', fromOnePlace);
  const siteFailures = hourly('failures-site', SITE_FACTOR * fromOnePlace);
  const strangersFailures = hourly('failures', failures);
  const slowFailures: Limit = { name: 'failures-slow', max: 1, seconds: MINUTE_S };
  const slowFailuresInAll: Limit = {
    ...hourly('failures-slow-all', (FAILURES_CEILING_FACTOR - 1) * failures),
    message: 'error.tooManyGuesses',
  };

  const passwordChanges = hourly('password-changes', PASSWORD_CHANGES_PER_HOUR);

  /** Counts all of them, or none when one refuses. */
  async function spendAll(spendings: Spending[]): Promise<Spending[]> {
    const spent: Spending[] = [];
    try {
      for (const spending of spendings) {
        await limiter.spend(...spending);
        spent.push(spending);
      }
    } catch (error) {
      await giveBack(spent);
      throw error;
    }
    return spent;
  }

  async function giveBack(spent: Spending[]): Promise<void> {
    for (const spending of spent) await limiter.giveBack(...spending);
  }

  /** Counts the first alternative that has room. @throws Problem (429) of the last one when none has. */
  async function spendFirst(alternatives: Spending[][]): Promise<Spending[]> {
    const [first = [], ...others] = alternatives;
    try {
      return await spendAll(first);
    } catch (error) {
      if (!(error instanceof Problem) || others.length === 0) throw error;
      return spendFirst(others);
    }
  }

  /** The browsers of an account share a limit: each sign-in gives one a new id. */
  function tryBudgets({ network, site, device }: Place, { path, email }: Omit<ProviderCall, 'letter'>): Spending[][] {
    const name = NAMES_ACCOUNT.test(path) && !email ? 'tries-unreadable' : 'tries';
    const ofNetwork: Spending[] = [[triesOf(name), network]];
    if (site) ofNetwork.push([triesOf(`${name}-site`, SITE_FACTOR * limits.tries), site]);
    return device && email ? [[[triesOf('tries-devices'), email]], ofNetwork] : [ofNetwork];
  }

  function guessBudgets({ network, site, device, knownNetwork }: Place, email: string): Spending[][] {
    const here = `${network} ${email}`;
    const ofStranger: Spending[] = [[strangerFailures, here]];
    if (site) ofStranger.push([siteFailures, `${site} ${email}`]);
    const ofNetwork: Spending[][] = knownNetwork
      ? [[[networkFailures, here]]]
      : [
          [...ofStranger, [strangersFailures, email]],
          [...ofStranger, [slowFailures, here], [slowFailuresInAll, email]],
        ];
    if (!device) return ofNetwork;
    const ofDevice: Spending[] = [
      [deviceFailures, `${device} ${email}`],
      [devicesFailures, email],
    ];
    return [ofDevice, ...ofNetwork];
  }

  /** An address is confirmed with a session or at registration alone, so no stranger uses those letters up. */
  function letterBudgets({ device, knownNetwork }: Place, kind: EmailKind, email: string): Spending[][] {
    const budget = (name: string): Spending[] => [[hourly(name, letters), email]];
    if (kind === 'confirm') return [budget('letters-confirm')];
    const ofNetwork = budget(knownNetwork ? 'letters-network' : 'letters');
    return device ? [budget('letters-device'), ofNetwork] : [ofNetwork];
  }

  async function guessAt(place: Place, email: string): Promise<Attempt> {
    const spent = await spendFirst(guessBudgets(place, email));
    return async (succeeded) => {
      if (succeeded) await giveBack(spent);
    };
  }

  return {
    guess: async (origin, email) => guessAt(await places.find(origin, email), email),

    async changePassword(origin, email) {
      const place = await places.find(origin, email);
      await spendFirst(tryBudgets(place, { path: '/change-password', email }));
      await limiter.spend(passwordChanges, email);
      return guessAt(place, email);
    },

    async count(origin, { path, email, letter }) {
      if (!GUESSES.test(path)) return async () => undefined;
      const place = await places.find(origin, email ?? '');
      await spendFirst(tryBudgets(place, { path, email }));
      if (!email) return async () => undefined;
      if (path === '/sign-in/email') return guessAt(place, email);
      const spent = letter ? await spendFirst(letterBudgets(place, letter, email)) : [];
      return async (succeeded) => {
        if (!succeeded) await giveBack(spent);
      };
    },
  };
}
