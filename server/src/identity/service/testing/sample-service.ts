import { createHash, randomBytes } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { limits } from '@kura/contract/limits'
import { paths } from '@kura/contract/paths'
import type { Deps } from '../../../deps.ts'
import { newId } from '../../../platform/db/id.ts'
import { hashOfToken, newSecretToken } from '../../../platform/secret-token.ts'
import { insertGrant, upsertClient, upsertRecord } from '../queries.ts'

export const redirectUri = 'https://gallery.example/back'
export const seedClient = (deps: Pick<Deps, 'sql'>, id = 'gallery', uri = redirectUri): Promise<unknown> =>
  upsertClient(deps.sql, {
    id,
    name: { ja: 'みんなのギャラリー', en: 'Gallery' },
    homepage: 'https://gallery.example/',
    picture: null,
    redirectUris: [uri],
    scopes: ['profile', 'pieces'],
  })

/** An access token with both scopes, as the OAuth endpoints store it. */
export async function seedBearer(deps: Pick<Deps, 'sql'>, memberId: string): Promise<string> {
  await seedClient(deps)
  const [token, grantId, scopes] = [newSecretToken(), newId(), ['profile', 'pieces']]
  await insertGrant(deps.sql, { id: grantId, memberId, clientId: 'gallery', scopes })
  const payload = JSON.stringify({ scope: scopes.join(' ') })
  const seconds = limits.serviceAccessMinutes * 60
  await upsertRecord(deps.sql, { kind: 'AccessToken', hash: hashOfToken(token), grantId, payload, seconds })
  return token
}

type Json = Record<string, string>
export type Tokens = { access_token: string; refresh_token: string; scope: string; expires_in: number }

/** A service and a browser with its cookies: what both send over the real routes. */
export function sampleService(http: FastifyInstance, clientId = 'gallery', uri = redirectUri) {
  const verifier = randomBytes(32).toString('base64url')
  const cookies = new Map<string, { value: string; path: string }>()
  const visit = async (url: string) => {
    const path = url.split('?')[0] ?? ''
    const sent = [...cookies]
      .filter(([, each]) => path.startsWith(each.path))
      .map(([name, { value }]) => `${name}=${value}`)
    const answer = await http.inject({ url, headers: { cookie: sent.join('; ') } })
    for (const { name, value, path: at = '/' } of answer.cookies as { name: string; value: string; path?: string }[])
      cookies.set(name, { value, path: at })
    return answer
  }
  const authorizeUrl = (more: Json = {}) =>
    `/oauth/authorize?${new URLSearchParams({
      client_id: clientId,
      redirect_uri: uri,
      response_type: 'code',
      scope: 'profile pieces',
      state: 'its own state',
      code_challenge: createHash('sha256').update(verifier).digest('base64url'),
      code_challenge_method: 'S256',
      ...more,
    }).toString()}`
  const post = async (path: string, body: Json) => {
    const answer = await http.inject({
      method: 'POST',
      url: path,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams({ client_id: clientId, ...body }).toString(),
    })
    const given: unknown = answer.body === '' ? {} : answer.json()
    return { status: answer.statusCode, body: given as Tokens & { error?: string } }
  }
  return {
    cookies,
    visit,
    authorizeUrl,
    /** Sends the browser here; the id of the request, as the consent page has it. */
    begin: async (more: Json = {}): Promise<string> => {
      const answer = await visit(authorizeUrl(more))
      return (
        /\/connect\/([\w-]{20,64})$/.exec(String(answer.headers.location))?.[1] ?? `${answer.statusCode} ${answer.body}`
      )
    },
    /** What the browser sends with the calls of the consent page. */
    cookieHeader: (): string => `kura_connect=${cookies.get('kura_connect')?.value ?? ''}`,
    redeem: (code: string, more: Json = {}) =>
      post('/oauth/token', {
        grant_type: 'authorization_code',
        code,
        redirect_uri: uri,
        code_verifier: verifier,
        ...more,
      }),
    refresh: (refreshToken: string, more: Json = {}) =>
      post('/oauth/token', { grant_type: 'refresh_token', refresh_token: refreshToken, ...more }),
    revoke: (token: string) => post('/oauth/revoke', { token }),
    read: async (what: 'pieces' | 'profile', token: string) => {
      const answer = await http.inject({
        url: (what === 'pieces' ? paths.listConnectedPieces : paths.showConnectedProfile).path,
        headers: { authorization: `Bearer ${token}` },
      })
      return { status: answer.statusCode, headers: answer.headers, body: answer.json() }
    },
  }
}
