import { exportJWK, generateKeyPair } from 'jose';
import type { Configuration } from 'oidc-provider';

export const SESSION_COOKIE = 'standin_session';

export interface OpenIdProviderOptions {
  /** The public address under which browsers reach it. */
  issuer: string;
  /** The path of the sign-in page; the id of the interaction follows. */
  signInPath: string;
  client: { id: string; secret: string; redirectUris: string[] };
  cookieKey: string;
  errorPage: (message: string) => string;
}

/**
 * Creates a small OpenID provider (OpenID Connect Core 1.0) that asks for no password. Returns the provider, its
 * request handler, and `addAccount`, which stores a name under an e-mail and returns the account's id.
 */
export async function createOpenIdProvider(options: OpenIdProviderOptions) {
  const names = new Map<string, string>();
  const { privateKey } = await generateKeyPair('RS256', { extractable: true });
  const signingKey = { ...(await exportJWK(privateKey)), alg: 'RS256', use: 'sig', kid: 'stand-in' };
  const provider = await createQuietly(options.issuer, configurationOf(options, signingKey, names));
  function addAccount({ email, name }: { email: string; name: string }): string {
    names.set(email, name);
    return email;
  }
  return { provider, handle: provider.callback(), addAccount };
}

/** Creates the provider without its warnings: about newer versions of Node, and about its storage in memory. */
async function createQuietly(issuer: string, configuration: Configuration) {
  const { warn } = console;
  console.warn = () => undefined;
  try {
    const { default: Provider } = await import('oidc-provider');
    return new Provider(issuer, configuration);
  } finally {
    console.warn = warn;
  }
}

function configurationOf(
  { client, cookieKey, errorPage, signInPath }: OpenIdProviderOptions,
  signingKey: NonNullable<Configuration['jwks']>['keys'][number],
  names: Map<string, string>,
): Configuration {
  return {
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
    // Google's ID token carries all claims, too.
    conformIdTokenClaims: false,
    pkce: { required: () => true },
    features: { devInteractions: { enabled: false }, rpInitiatedLogout: { enabled: false } },
    interactions: { url: (_ctx, interaction) => `${signInPath}/${interaction.uid}` },
    ttl: { AccessToken: 600, AuthorizationCode: 60, IdToken: 600, Interaction: 3600, Session: 600, Grant: 600 },
    findAccount: (_ctx, id) => ({
      accountId: id,
      claims: () => ({ sub: `stand-in:${id}`, email: id, email_verified: true, name: names.get(id) ?? id }),
    }),
    // The store is the only client, so there is no consent step.
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
