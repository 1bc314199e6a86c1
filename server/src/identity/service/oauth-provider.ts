import { generateKeyPairSync } from 'node:crypto'
import { Provider, errors, interactionPolicy } from 'oidc-provider'
import type { Context } from 'oidc-provider'
import { serviceScopes } from '@kura/contract/identity/service'
import { limits } from '@kura/contract/limits'
import type { Deps } from '../../deps.ts'
import { adapterFor } from './oauth-adapter.ts'
import { cookiePath, cookieName, oauthPaths } from './oauth-paths.ts'
import { isOpenMember } from './queries.ts'

/** What the OAuth endpoints do with a request and its response. */
export type OAuthHandler = ReturnType<Provider['callback']>

/**
 * The OAuth 2.1 endpoints: public clients, PKCE with S256, exact redirect addresses, opaque tokens,
 * and refresh tokens that are good once. There is no OpenID: no ID token, no user info, no dynamic
 * registration.
 */
export function buildOAuth(deps: Pick<Deps, 'sql' | 'env' | 'log' | 'metrics'>): OAuthHandler {
  const { sql, env, log, metrics } = deps
  const cookie = { httpOnly: true, sameSite: 'lax', secure: env.PUBLIC_URL.startsWith('https:'), overwrite: true }
  const provider = new Provider(new URL(env.PUBLIC_URL).origin, {
    adapter: adapterFor(sql),
    routes: oauthPaths,
    scopes: serviceScopes,
    claims: {},
    clientDefaults: { id_token_signed_response_alg: 'ES256' },
    // nothing is signed with it; the library does not start without one
    jwks: { keys: [generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' })] },
    responseTypes: ['code'],
    clientAuthMethods: ['none'],
    pkce: { required: () => true },
    features: {
      devInteractions: { enabled: false },
      userinfo: { enabled: false },
      rpInitiatedLogout: { enabled: false },
      revocation: {
        enabled: true,
        allowedPolicy: async (_: Context, client: { clientId: string }, token: { clientId: string }) =>
          client.clientId === token.clientId,
      },
    },
    cookies: {
      names: { interaction: cookieName, resume: `${cookieName}_resume`, session: `${cookieName}_session` },
      short: { ...cookie, path: cookiePath },
      long: { ...cookie, path: oauthPaths.authorization },
    },
    ttl: {
      Interaction: limits.serviceRequestMinutes * 60,
      AuthorizationCode: limits.serviceCodeSeconds,
      AccessToken: limits.serviceAccessMinutes * 60,
      RefreshToken: limits.serviceRefreshDays * 86_400,
      Grant: limits.serviceGrantDays * 86_400,
      Session: limits.serviceRequestMinutes * 60,
    },
    interactions: {
      url: (_: Context, { uid }: { uid: string }) => `/connect/${uid}`,
      policy: [alwaysAsk()],
    },
    findAccount: async (_: Context, id: string) =>
      (await isOpenMember(sql, id)) ? { accountId: id, claims: async () => ({ sub: id }) } : undefined,
    expiresWithSession: async () => false,
    issueRefreshToken: async () => true,
    rotateRefreshToken: true,
    // also when only an access token is revoked: a service that revokes is done
    revokeGrantPolicy: () => true,
    clientBasedCORS: () => false,
    // a person is at the first two endpoints, a service at the others
    renderError: async (context: Context, out: { error: string }) => {
      if (context.oidc.route === 'authorization' || context.oidc.route === 'resume') {
        context.status = 303
        context.redirect(`/connect/refused?error=${encodeURIComponent(out.error)}`)
      } else context.body = out
    },
  })
  provider.proxy = true
  const report = (error: unknown): void => {
    metrics.undeclaredErrors.inc({ call: 'oauth' })
    log.error({ err: error }, 'an OAuth endpoint failed')
  }
  provider.on('server_error', (_: Context, error: unknown) => report(error))
  provider.on('error', report)
  return provider.callback()
}

/** Every request asks the member, who is not known before; the consent page decides it. */
function alwaysAsk(): unknown {
  const { Check, Prompt } = interactionPolicy
  return new Prompt(
    { name: 'consent', requestable: true },
    new Check('consent_missing', 'the member has to decide', 'interaction_required', ({ oidc }) => {
      if (oidc.requestParamOIDCScopes.size === 0) throw new errors.InvalidScope(`ask for ${serviceScopes.join(' or ')}`)
      if (!oidc.result?.consent) return true
      // the library keeps who consented in a session: ours ends here, and no cookie is set
      if (oidc.session) oidc.session.destroyed = true
      if (!oidc.account || !oidc.grant?.jti) throw new errors.AccessDenied('the consent has ended')
      return false
    }),
  )
}
