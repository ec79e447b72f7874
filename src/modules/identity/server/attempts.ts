import { Problem } from '#platform/contract/problem.ts';
import type { Limit, Limiter } from '#platform/limits/rate-limiter.ts';
import type { KnownOrigin, KnownOrigins, Origin } from './known-origins.ts';

const MINUTE_S = 60;
const HOUR_S = 60 * MINUTE_S;

export interface AttemptLimits {
  /** Sign-ins and similar calls from one network in a minute; a family or an office shares a network. */
  tries: number;
  /** Wrong passwords for one account in an hour from unknown origins, before a slower limit; a fifth from one origin. */
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

/** Call it after a counted attempt with its success: a successful guess is not counted. */
type Attempt = (succeeded: boolean) => Promise<void>;

export interface Attempts {
  /** Counts a call of the identity provider. @throws Problem (429) above a limit. */
  count(origin: Origin, call: ProviderCall): Promise<Attempt>;
  /** Counts a password guess for an account. @throws Problem (429) above a limit. */
  guess(origin: Origin, email: string): Promise<Attempt>;
  /** Counts a password change and the guess of the old password. @throws Problem (429) above a limit. */
  changePassword(origin: Origin, email: string): Promise<Attempt>;
  /** Counts the request of a new e-mail, the link to it and the guess of the password. @throws Problem (429) above a limit. */
  changeEmail(origin: Origin, email: string, newEmail: string): Promise<Attempt>;
}

type Spending = [Limit, string];

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
  const strangerFailures = hourly('failures-here', failuresOfOneOrigin);
  const siteFailures = hourly('failures-site', SITE_FACTOR * failuresOfOneOrigin);
  const strangersFailures = hourly('failures', failures);
  const slowFailures: Limit = { name: 'failures-slow', max: 1, seconds: MINUTE_S };
  const slowFailuresInAll: Limit = {
    ...hourly('failures-slow-all', (FAILURES_CEILING_FACTOR - 1) * failures),
    message: 'error.tooManyGuesses',
  };

  const passwordChanges = hourly('password-changes', PASSWORD_CHANGES_PER_HOUR);
  const emailChanges = hourly('email-changes', EMAIL_CHANGES_PER_HOUR);
  const emailChangesToAddress = hourly('email-changes-to', limits.emails);

  /** Spends all of them, or none when one is above its limit. */
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

  /** Spends the first alternative below its limits. @throws Problem (429) of the last alternative. */
  async function spendFirst(alternatives: Spending[][]): Promise<Spending[]> {
    const [first = [], ...others] = alternatives;
    try {
      return await spendAll(first);
    } catch (error) {
      if (!(error instanceof Problem) || others.length === 0) throw error;
      return spendFirst(others);
    }
  }

  /** All browsers of an account share a limit, because each sign-in issues a new device id. */
  function tryBudgets(
    { network, site, device }: KnownOrigin,
    { path, email }: Omit<ProviderCall, 'sends'>,
  ): Spending[][] {
    const name = NAMES_ACCOUNT.test(path) && !email ? 'tries-unreadable' : 'tries';
    const ofNetwork: Spending[] = [[triesOf(name), network]];
    if (site) ofNetwork.push([triesOf(`${name}-site`, SITE_FACTOR * limits.tries), site]);
    return device && email ? [[[triesOf('tries-devices'), email]], ofNetwork] : [ofNetwork];
  }

  function guessBudgets({ network, site, device, knownNetwork }: KnownOrigin, email: string): Spending[][] {
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

  /** Confirmations need the session of the address or its registration, so strangers cannot use up their limit. */
  function emailBudgets({ device, knownNetwork }: KnownOrigin, kind: EmailKind, email: string): Spending[][] {
    const budget = (name: string): Spending[] => [[hourly(name, limits.emails), email]];
    if (kind === 'confirm') return [budget('emails-confirm')];
    const ofNetwork = budget(knownNetwork ? 'emails-network' : 'emails');
    return device ? [budget('emails-device'), ofNetwork] : [ofNetwork];
  }

  async function guessFrom(known: KnownOrigin, email: string): Promise<Attempt> {
    const spent = await spendFirst(guessBudgets(known, email));
    return async (succeeded) => {
      if (succeeded) await giveBack(spent);
    };
  }

  return {
    guess: async (origin, email) => guessFrom(await knownOrigins.find(origin, email), email),

    async changePassword(origin, email) {
      const known = await knownOrigins.find(origin, email);
      await spendFirst(tryBudgets(known, { path: '/change-password', email }));
      await limiter.spend(passwordChanges, email);
      return guessFrom(known, email);
    },

    async changeEmail(origin, email, newEmail) {
      const known = await knownOrigins.find(origin, email);
      await spendFirst(tryBudgets(known, { path: '/change-email', email }));
      await limiter.spend(emailChanges, email);
      await limiter.spend(emailChangesToAddress, newEmail);
      return guessFrom(known, email);
    },

    async count(origin, { path, email, sends }) {
      if (!COUNTED_CALLS.test(path)) return async () => undefined;
      const known = await knownOrigins.find(origin, email ?? '');
      await spendFirst(tryBudgets(known, { path, email }));
      if (!email) return async () => undefined;
      if (path === '/sign-in/email') return guessFrom(known, email);
      const spent = sends ? await spendFirst(emailBudgets(known, sends, email)) : [];
      return async (succeeded) => {
        if (!succeeded) await giveBack(spent);
      };
    },
  };
}
