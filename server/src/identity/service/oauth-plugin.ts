import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { PathSpec } from '@kura/contract/path-spec'
import { serviceScopes } from '@kura/contract/identity/service'
import type { Deps } from '../../deps.ts'
import { limitRate, sourceOf } from '../../platform/http/limit-rate.ts'
import { oauthPaths } from './oauth-paths.ts'
import type { OAuthHandler } from './oauth-provider.ts'

type Options = {
  deps: Pick<Deps, 'sql' | 'env' | 'log' | 'metrics'>
  ensureOpen: (call: Pick<PathSpec, 'method' | 'path'>) => Promise<void>
}

/**
 * `/oauth/authorize`, `/oauth/token`, `/oauth/revoke` and the description of them. The library is
 * loaded by the first request. Refuses with MAINTENANCE and TOO_MANY_REQUESTS as the API does; all
 * else fails as OAuth says.
 */
export async function oauthPlugin(app: FastifyInstance, { deps, ensureOpen }: Options): Promise<void> {
  // the library reads the body by itself
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', (_request, _body, done) => done(null))
  let loading: Promise<OAuthHandler> | undefined
  const load = (): Promise<OAuthHandler> =>
    (loading ??= import('./oauth-provider.ts').then(({ buildOAuth }) => buildOAuth(deps)))
  const site = new URL(deps.env.PUBLIC_URL)

  const pass = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const handle = await load()
    reply.hijack()
    for (const [name, value] of Object.entries(reply.getHeaders()))
      if (value !== undefined) reply.raw.setHeader(name, value)
    // addresses are ours, whatever a caller says
    Object.assign(request.raw.headers, {
      host: site.host,
      'x-forwarded-host': site.host,
      'x-forwarded-proto': site.protocol.slice(0, -1),
    })
    await handle(request.raw, reply.raw)
  }
  const route = (
    method: 'GET' | 'POST',
    url: string,
    rate: 'serviceRequestPerSource' | 'serviceTokenPerSource',
  ): void => {
    app.route({
      method,
      url,
      exposeHeadRoute: false,
      onRequest: async (request) => {
        await ensureOpen({ method, path: url })
        await limitRate(deps, rate, sourceOf(request.ip))
      },
      handler: pass,
    })
  }
  route('GET', oauthPaths.authorization, 'serviceRequestPerSource')
  route('GET', `${oauthPaths.authorization}/:requestId`, 'serviceRequestPerSource')
  route('POST', oauthPaths.token, 'serviceTokenPerSource')
  route('POST', oauthPaths.revocation, 'serviceTokenPerSource')

  const at = (path: string): string => `${site.origin}${path}`
  app.get('/.well-known/oauth-authorization-server', async () => ({
    issuer: site.origin,
    authorization_endpoint: at(oauthPaths.authorization),
    token_endpoint: at(oauthPaths.token),
    revocation_endpoint: at(oauthPaths.revocation),
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
    code_challenge_methods_supported: ['S256'],
    token_endpoint_auth_methods_supported: ['none'],
    scopes_supported: serviceScopes,
    authorization_response_iss_parameter_supported: true,
  }))
}
