import { createHash, randomBytes } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { html, page } from '../shared/html.ts'
import type { Markup } from '../shared/html.ts'

/** As the product knows it. */
export const sandboxService = { clientId: 'sandbox-gallery', backPath: '/service/back', scope: 'profile pieces' }

type Tokens = { access_token: string; refresh_token: string }
type Visitor = { state?: string; verifier?: string; tokens?: Tokens }
type Piece = { tokenId: string; name: { ja: string }; serial: number; editionSize: number }
type Outcome = { said: string } | { name: string; pieces: Piece[] } | undefined

const random = (): string => randomBytes(32).toString('base64url')

/**
 * Plays another site that members connect with their account: `/service` connects and shows the
 * member's pieces, as any OAuth client does. What it knows is in memory and by browser.
 */
export async function startService(
  app: FastifyInstance,
  { appUrl, baseUrl }: { appUrl: string; baseUrl: () => string },
): Promise<void> {
  const visitors = new Map<string, Visitor>()
  const post = async (path: string, body: Record<string, string>): Promise<Response> =>
    fetch(`${appUrl}${path}`, {
      method: 'POST',
      body: new URLSearchParams({ client_id: sandboxService.clientId, ...body }),
    })
  const read = (path: string, { access_token: token }: Tokens): Promise<Response> =>
    fetch(`${appUrl}/api/service_connect/${path}`, { headers: { authorization: `Bearer ${token}` } })

  /** Reads with the tokens; an old access token is refreshed once. */
  async function look(visitor: Visitor, mayRefresh = true): Promise<Outcome> {
    if (!visitor.tokens) return undefined
    const [profile, pieces] = [await read('profile', visitor.tokens), await read('pieces', visitor.tokens)]
    if (profile.ok && pieces.ok) {
      const { displayName: name } = (await profile.json()) as { displayName: string }
      return { name, pieces: ((await pieces.json()) as { items: Piece[] }).items }
    }
    if (!mayRefresh || pieces.status !== 401) return { said: `HTTP ${pieces.status}` }
    const refreshed = await post('/oauth/token', {
      grant_type: 'refresh_token',
      refresh_token: visitor.tokens.refresh_token,
    })
    if (refreshed.ok) {
      visitor.tokens = (await refreshed.json()) as Tokens
      return look(visitor, false)
    }
    delete visitor.tokens
    return { said: '連携は解除されています' }
  }

  const visitorOf = (request: FastifyRequest): Visitor => {
    const id = /(?:^|;\s*)sandbox_service=([\w-]+)/.exec(request.headers.cookie ?? '')?.[1]
    return visitors.get(id ?? '') ?? {}
  }
  const show = (reply: FastifyReply, outcome: Outcome): FastifyReply =>
    reply.type('text/html').send(servicePage(outcome))

  app.get('/service', async (request, reply) => show(reply, await look(visitorOf(request))))
  app.get('/service/start', (_request, reply) => {
    const [id, state, verifier] = [random(), random(), random()]
    visitors.set(id, { state, verifier })
    const query = new URLSearchParams({
      client_id: sandboxService.clientId,
      redirect_uri: baseUrl() + sandboxService.backPath,
      response_type: 'code',
      scope: sandboxService.scope,
      state,
      code_challenge: createHash('sha256').update(verifier).digest('base64url'),
      code_challenge_method: 'S256',
    })
    return reply
      .header('set-cookie', `sandbox_service=${id}; Path=/service; HttpOnly; SameSite=Lax`)
      .redirect(`${appUrl}/oauth/authorize?${query.toString()}`, 303)
  })
  app.get<{ Querystring: Record<string, string | undefined> }>(sandboxService.backPath, async (request, reply) => {
    const visitor = visitorOf(request)
    const { code, state, error } = request.query
    if (state === undefined || state !== visitor.state) return show(reply, { said: 'state が合いません' })
    if (error !== undefined || code === undefined)
      return show(reply, { said: `許可されませんでした (${error ?? 'no code'})` })
    const redeemed = await post('/oauth/token', {
      grant_type: 'authorization_code',
      code,
      redirect_uri: baseUrl() + sandboxService.backPath,
      code_verifier: visitor.verifier ?? '',
    })
    if (!redeemed.ok) return show(reply, { said: `${redeemed.status} ${await redeemed.text()}` })
    visitor.tokens = (await redeemed.json()) as Tokens
    return reply.redirect('/service', 303)
  })
}

const servicePage = (outcome: Outcome): string =>
  page(
    'サンドボックス・ギャラリー',
    html`<p class="brand">KURA SANDBOX</p>
      <h1>サンドボックス・ギャラリー</h1>
      <p>会員の許可を得て、持っているアイテムを並べる、よそのサービスです。</p>
      ${outcome && 'said' in outcome && html`<p id="said">${outcome.said}</p>`}
      ${outcome && 'pieces' in outcome ? piecesOf(outcome) : html`<p><a class="button primary" href="/service/start">Kura とつなぐ</a></p>`}`,
  )

const piecesOf = ({ name, pieces }: { name: string; pieces: Piece[] }): Markup =>
  html`<h2>${name === '' ? '名前のない会員' : name}さんのアイテム（${pieces.length}点）</h2>
    <ul id="pieces">
      ${pieces.map((piece) => html`<li>${piece.name.ja} ${piece.serial} / ${piece.editionSize}</li>`)}
    </ul>`
