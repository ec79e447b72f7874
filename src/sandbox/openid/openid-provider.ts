import { exportJWK, generateKeyPair } from 'jose';
import type { Configuration } from 'oidc-provider';
import { createMemory } from './memory.ts';

export const SESSION_COOKIE = 'standin_session';

export interface OpenIdProviderOptions {
  /** The public address under which browsers reach it: its issuer. */
  issuer: string;
  client: { id: string; secret: string; redirectUris: string[] };
  cookieKey: string;
  /** Answers with a page that says what went wrong. */
  errorPage: (message: string) => string;
}

/** Whoever types an e-mail here is that person, as far as this provider knows. */
export interface People {
  /** Notes a person and gives the account's id. */
  note(person: { email: string; name: string }): string;
}

/** A small OpenID provider (OpenID Connect Core 1.0) that asks for no password. */
export async function createOpenIdProvider(options: OpenIdProviderOptions) {
  const names = new Map<string, string>();
  const { privateKey } = await generateKeyPair('RS256', { extractable: true });
  const signingKey = { ...(await exportJWK(privateKey)), alg: 'RS256', use: 'sig', kid: 'stand-in' };
  const Provider = await loadProvider();
  const provider = new Provider(options.issuer, configurationOf(options, signingKey, names));
  const people: People = {
    note({ email, name }) {
      names.set(email, name);
      return email;
    },
  };
  return { provider, people };
}

/** Loaded when the demo needs it. Of Node versions that it does not know yet it complains aloud, to whoever started the demo. */
async function loadProvider() {
  const { warn } = console;
  console.warn = () => undefined;
  try {
    return (await import('oidc-provider')).default;
  } finally {
    console.warn = warn;
  }
}

function configurationOf(
  { client, cookieKey, errorPage }: OpenIdProviderOptions,
  signingKey: NonNullable<Configuration['jwks']>['keys'][number],
  names: Map<string, string>,
): Configuration {
  return {
    adapter: createMemory(),
    clients: [
      {
        client_id: client.id,
        client_secret: client.secret,
        redirect_uris: client.redirectUris,
        grant_types: ['authorization_code'],
        response_types: ['code'],
        token_endpoint_auth_method: 'client_secret_basic',
      },
    ],
    jwks: { keys: [signingKey] },
    cookies: {
      keys: [cookieKey],
      names: { session: SESSION_COOKIE, interaction: 'standin_step', resume: 'standin_resume' },
    },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    // As Google does: the ID token says it all.
    conformIdTokenClaims: false,
    pkce: { required: () => true },
    features: { devInteractions: { enabled: false }, rpInitiatedLogout: { enabled: false } },
    interactions: { url: (_ctx, interaction) => `/sandbox/openid/person/${interaction.uid}` },
    ttl: { AccessToken: 600, AuthorizationCode: 60, IdToken: 600, Interaction: 3600, Session: 600, Grant: 600 },
    findAccount: (_ctx, id) => ({
      accountId: id,
      claims: () => ({ sub: `stand-in:${id}`, email: id, email_verified: true, name: names.get(id) ?? id }),
    }),
    // It has one client, the store around it, so there is nothing to consent to.
    async loadExistingGrant(ctx) {
      const { client, session } = ctx.oidc;
      if (!client || !session?.accountId) return undefined;
      const grant = new ctx.oidc.provider.Grant({ clientId: client.clientId, accountId: session.accountId });
      grant.addOIDCScope('openid email profile');
      await grant.save();
      return grant;
    },
    async renderError(ctx, out) {
      ctx.type = 'html';
      ctx.body = errorPage(out.error_description ?? out.error);
    },
  };
}
