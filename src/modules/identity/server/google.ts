import { genericOAuth } from 'better-auth/plugins/generic-oauth';

/** Signing in with Google, or with the demo's stand-in for it. */
export interface GoogleSettings {
  clientId: string;
  clientSecret: string;
  standIn?: {
    /** Its OpenID configuration, as this server reaches it. */
    discoveryUrl: string;
    /** Where browsers are sent. */
    authorizationUrl: string;
  };
}

/** Google itself, by OpenID Connect: https://developers.google.com/identity/openid-connect/openid-connect */
export function googleProvider(google: GoogleSettings | undefined) {
  if (!google || google.standIn) return {};
  const { clientId, clientSecret } = google;
  return { google: { clientId, clientSecret, prompt: 'select_account' as const } };
}

/** The stand-in, under Google's name. It asks for the person each time. */
export function googleStandIn(google: GoogleSettings | undefined) {
  if (!google?.standIn) return [];
  const { clientId, clientSecret, standIn } = google;
  const config = {
    providerId: 'google',
    clientId,
    clientSecret,
    ...standIn,
    scopes: ['openid', 'email', 'profile'],
    prompt: 'login' as const,
    requireIdTokenVerification: true,
    disableProviderLogout: true,
  };
  return [genericOAuth({ config: [config] })];
}
