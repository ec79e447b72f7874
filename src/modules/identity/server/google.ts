import { genericOAuth } from 'better-auth/plugins/generic-oauth';
import { z } from 'zod';
import { SettingsError } from '#platform/server/settings.ts';

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

/**
 * Another provider under Google's name, by OpenID Connect Discovery. The library checks each ID token: its signature against
 * the provider's keys, its issuer, audience and nonce.
 */
export function otherProvider(google: GoogleSettings | undefined) {
  if (!google?.standIn && !google?.issuer) return [];
  const { clientId, clientSecret, issuer, standIn } = google;
  const config = {
    providerId: 'google',
    clientId,
    clientSecret,
    // The stand-in asks for the person each time. Not every provider knows Google's `select_account`.
    ...(standIn ? { ...standIn, prompt: 'login' as const } : { discoveryUrl: discoveryUrlOf(issuer ?? '') }),
    scopes: ['openid', 'email', 'profile'],
    requireIdTokenVerification: true,
    disableProviderLogout: true,
  };
  return [genericOAuth({ config: [config] })];
}

const DISCOVERY_TIMEOUT_MS = 5000;
const discovery = z.object({ issuer: z.string() });

/**
 * Asks another provider for its configuration, and returns the settings if it may be used. One that does not answer in time
 * is left out, because the library would wait for it without an end; one that is down is asked again at each sign-in.
 * @throws SettingsError when the configuration is of another issuer (OpenID Connect Discovery 1.0, 4.3)
 */
export async function checkIssuer(
  google: GoogleSettings | undefined,
  onTrouble: (error: unknown) => void,
): Promise<GoogleSettings | undefined> {
  if (!google?.issuer) return google;
  const { issuer } = google;
  try {
    const answer = await fetch(discoveryUrlOf(issuer), { signal: AbortSignal.timeout(DISCOVERY_TIMEOUT_MS) });
    const found = discovery.parse(await answer.json()).issuer;
    // A slash at the end is part of the name, which the setting does not keep.
    if (found.replace(/\/$/, '') === issuer) return google;
    throw new SettingsError(`The setting GOOGLE_ISSUER is ${issuer}, but the provider there calls itself ${found}.`);
  } catch (error) {
    if (error instanceof SettingsError) throw error;
    onTrouble(error);
    return error instanceof Error && error.name === 'TimeoutError' ? undefined : google;
  }
}

function discoveryUrlOf(issuer: string): string {
  return `${issuer}/.well-known/openid-configuration`;
}
