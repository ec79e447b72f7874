import { setTimeout as pause } from 'node:timers/promises';
import { createAuthMiddleware } from 'better-auth/api';
import { genericOAuth } from 'better-auth/plugins/generic-oauth';
import { z } from 'zod';
import { SettingsError } from '#platform/operations/settings.ts';

/** Signing in with Google, with another OpenID provider in its place, or with the demo's stand-in for it. */
export interface GoogleSettings {
  clientId: string;
  clientSecret: string;
  /** Of another provider. */
  issuer?: string;
  standIn?: {
    /** Its OpenID configuration, as this server reaches it. */
    discoveryUrl: string;
    /** Where browsers are sent. */
    authorizationUrl: string;
  };
}

/** Google itself, by OpenID Connect: https://developers.google.com/identity/openid-connect/openid-connect */
export function googleProvider(google: GoogleSettings | undefined) {
  if (!google || google.standIn || google.issuer) return {};
  const { clientId, clientSecret } = google;
  return { google: { clientId, clientSecret, prompt: 'select_account' as const } };
}

/** How long the store waits for a provider's configuration, in milliseconds. A call may take nine seconds. */
const DISCOVERY_TIMEOUT_MS = 5000;

/**
 * Another provider under Google's name, by OpenID Connect Discovery. The library checks each ID token: its signature against
 * the provider's keys, its issuer, audience and nonce.
 */
export function otherProvider(google: GoogleSettings | undefined) {
  if (!google?.standIn && !google?.issuer) return [];
  const { clientId, clientSecret, issuer = '', standIn } = google;
  const config = {
    providerId: 'google',
    clientId,
    clientSecret,
    // The stand-in asks for the person each time. Not every provider knows Google's `select_account`.
    ...(standIn
      ? { ...standIn, prompt: 'login' as const }
      : { discoveryUrl: discoveryUrlOf(issuer), accountSubject: subjectOf(issuer) }),
    scopes: ['openid', 'email', 'profile'],
    requireIdTokenVerification: true,
    disableProviderLogout: true,
  };
  return [discoverLater(config)];
}

/**
 * A provider's id of a person is unique at that provider only (OpenID Connect Core 1.0, 2). So the issuer is part of the
 * stored id, and ids of two providers never match. @throws Error for a token of another issuer, which refuses the sign-in
 */
function subjectOf(issuer: string) {
  return ({ profile }: { profile: Record<string, unknown> }): string => {
    const { iss, sub } = claims.parse(profile);
    if (!isSameIssuer(iss, issuer)) throw new Error(`The token is of ${iss}, not of ${issuer}.`);
    return `${issuer}|${sub}`;
  };
}

/**
 * The library asks for the configuration at its start, with no timeout, and holds up every call of the identity provider
 * meanwhile. Here it starts as if the provider had not answered: then it asks at the first sign-in, and again until it gets
 * an answer. Without one in time, the sign-in fails.
 */
function discoverLater(config: Parameters<typeof genericOAuth>[0]['config'][number]) {
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
 * Asks another provider for its configuration. One that does not answer in time may answer later: then the reason is
 * logged. @throws SettingsError when the configuration is of another issuer (OpenID Connect Discovery 1.0, 4.3)
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
    log(`GOOGLE_ISSUER does not answer as an OpenID provider does: ${reason}. Signing in there fails until it does.`);
    return;
  }
  if (!isSameIssuer(found, issuer))
    throw new SettingsError(`The setting GOOGLE_ISSUER is ${issuer}, but the provider there calls itself ${found}.`);
}

/** A slash at the end is part of an issuer's name, which the setting does not keep. */
function isSameIssuer(named: string, issuer: string): boolean {
  return named.replace(/\/$/, '') === issuer;
}

function discoveryUrlOf(issuer: string): string {
  return `${issuer}/.well-known/openid-configuration`;
}
