import { setTimeout as pause } from 'node:timers/promises';
import { createAuthMiddleware } from 'better-auth/api';
import { genericOAuth } from 'better-auth/plugins/generic-oauth';
import { z } from 'zod';
import { SettingsError } from '#platform/operations/settings.ts';

/** Sign-in with Google, with another OpenID provider instead, or with the demo's provider. */
export interface GoogleSettings {
  clientId: string;
  clientSecret: string;
  /** Issuer of another provider. */
  issuer?: string;
  standIn?: {
    /** URL of its OpenID configuration, for this server. */
    discoveryUrl: string;
    /** URL for browsers. */
    authorizationUrl: string;
  };
}

/**
 * Returns the provider options of Google itself, by OpenID Connect:
 * https://developers.google.com/identity/openid-connect/openid-connect
 */
export function googleProvider(google: GoogleSettings | undefined) {
  if (!google || google.standIn || google.issuer) return {};
  const { clientId, clientSecret } = google;
  return { google: { clientId, clientSecret, prompt: 'select_account' as const } };
}

/** Timeout of a provider's configuration; a whole call may take nine seconds. */
const DISCOVERY_TIMEOUT_MS = 5000;

/**
 * Returns the plugin of another provider under Google's name, by OpenID Connect Discovery. The library verifies each ID
 * token: signature, issuer, audience and nonce.
 */
export function otherProvider(google: GoogleSettings | undefined) {
  if (!google?.standIn && !google?.issuer) return [];
  const { clientId, clientSecret, issuer = '', standIn } = google;
  const config = {
    providerId: 'google',
    clientId,
    clientSecret,
    // The demo's provider asks for the person each time. Not every provider knows Google's `select_account`.
    ...(standIn
      ? { ...standIn, prompt: 'login' as const }
      : { discoveryUrl: discoveryUrlOf(issuer), accountSubject: subjectOf(issuer) }),
    scopes: ['openid', 'email', 'profile'],
    requireIdTokenVerification: true,
    disableProviderLogout: true,
  };
  return [discoverLazily(config)];
}

/**
 * Returns a function from an ID token's claims to the stored id. It contains the issuer, because a subject is unique at its
 * provider only (OpenID Connect Core 1.0, 2). The function throws for a token of another issuer.
 */
function subjectOf(issuer: string) {
  return ({ profile }: { profile: Record<string, unknown> }): string => {
    const { iss, sub } = claims.parse(profile);
    if (!isSameIssuer(iss, issuer)) throw new Error(`The token's issuer is ${iss}, not ${issuer}.`);
    return `${issuer}|${sub}`;
  };
}

/**
 * Delays discovery to the first sign-in. The library would fetch the configuration at its start, without a timeout, and
 * block every call until then. Discovery is retried at each sign-in until it succeeds; a sign-in without it fails.
 */
function discoverLazily(config: Parameters<typeof genericOAuth>[0]['config'][number]) {
  const plugin = genericOAuth({ config: [config] });
  return {
    ...plugin,
    init: async () => ({ context: { genericOAuthPendingDiscovery: new Map([[config.providerId, config]]) } }),
    hooks: {
      before: plugin.hooks.before.map(({ matcher, handler }) => ({
        matcher,
        handler: createAuthMiddleware(async (context) => {
          await Promise.race([handler(context), pause(DISCOVERY_TIMEOUT_MS, undefined, { ref: false })]);
        }),
      })),
    },
  };
}

const claims = z.object({ iss: z.string(), sub: z.string().min(1) });
const discovery = z.object({ issuer: z.string() });

/**
 * Fetches another provider's configuration and compares its issuer. Logs the reason when the configuration cannot be
 * fetched or names no issuer.
 * @throws SettingsError for another issuer (OpenID Connect Discovery 1.0, 4.3)
 */
export async function checkIssuer(google: GoogleSettings | undefined, log: (line: string) => void): Promise<void> {
  if (!google?.issuer) return;
  const { issuer } = google;
  let found: string;
  try {
    const answer = await fetch(discoveryUrlOf(issuer), { signal: AbortSignal.timeout(DISCOVERY_TIMEOUT_MS) });
    found = discovery.parse(await answer.json()).issuer;
  } catch (error) {
    const reason = error instanceof z.ZodError ? 'its configuration names no issuer' : String(error);
    log(
      `The provider in GOOGLE_ISSUER returns no OpenID configuration: ${reason}. Sign-in with it fails until it does.`,
    );
    return;
  }
  if (!isSameIssuer(found, issuer))
    throw new SettingsError(`The setting GOOGLE_ISSUER is ${issuer}, but the issuer in its configuration is ${found}.`);
}

/** Ignores a trailing slash, which the setting does not keep. */
function isSameIssuer(named: string, issuer: string): boolean {
  return named.replace(/\/$/, '') === issuer;
}

function discoveryUrlOf(issuer: string): string {
  return `${issuer}/.well-known/openid-configuration`;
}
