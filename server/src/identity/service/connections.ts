import { z } from 'zod'
import { AppError, ensure } from '@kura/contract/errors'
import { serviceScopes } from '@kura/contract/identity/service'
import type { ServiceRequestView, ServiceScope, ServiceView } from '@kura/contract/identity/service'
import type { Deps } from '../../deps.ts'
import { recordAct } from '../../platform/audit-log-queries.ts'
import type { Db } from '../../platform/db/connect.ts'
import { newId } from '../../platform/db/id.ts'
import { transaction } from '../../platform/db/transaction.ts'
import { limitRate } from '../../platform/http/limit-rate.ts'
import type { Viewer } from '../../platform/http/on.ts'
import { queueMail, siteLink } from '../../platform/mail/queue-mail.ts'
import { hashOfToken } from '../../platform/secret-token.ts'
import { ensureOpen } from '../member/ensure-full-member.ts'
import { notifyAccount } from '../notification/notify.ts'
import { cookieName, oauthPaths } from './oauth-paths.ts'
import * as services from './queries.ts'

type SqlDeps = Pick<Deps, 'sql'>
type Request = { requestId: string; cookie: string | undefined }

/** Every service, with the caller's connections. */
export const listServices = async ({ sql }: SqlDeps, { memberId }: Viewer): Promise<{ items: ServiceView[] }> => ({
  items: await services.listViews(sql, memberId),
})

/** What a service asks for. Fails with NOT_FOUND when the request is over or of another browser. */
export async function showRequest({ sql }: SqlDeps, request: Request): Promise<ServiceRequestView> {
  const { clientId, scopes, redirectUri } = await transaction(sql, (db) => lockOpen(db, request))
  const service = await services.findCard(sql, clientId)
  ensure(service, 'NOT_FOUND')
  return { service, scopes, returnHost: new URL(redirectUri).host }
}

/** Gives the consent of a request, and returns where the browser goes next. Fails with NOT_FOUND. */
export async function connectService(
  { sql, env }: Pick<Deps, 'sql' | 'env'>,
  { memberId }: Viewer,
  { clientId, ...request }: Request & { clientId: string },
): Promise<{ redirectUrl: string }> {
  await limitRate({ sql }, 'servicePerMember', memberId)
  await transaction(sql, async (db) => {
    await ensureOpen(db, memberId)
    const open = await lockOpen(db, request)
    ensure(open.clientId === clientId, 'NOT_FOUND')
    const grantId = newId()
    ensure(await services.insertGrant(db, { id: grantId, memberId, clientId, scopes: open.scopes }), 'NOT_FOUND')
    await decide(db, request, open, { login: { accountId: memberId, remember: false }, consent: { grantId } }, grantId)
    const details = { client: clientId, scopes: open.scopes.join(' ') }
    await recordAct(db, { actor: memberId, act: 'service.connected', subject: memberId, details })
    await tellMember(env, db, memberId, clientId)
  })
  return next(request)
}

/** Says to the member what was connected: it may not have been them. */
async function tellMember(env: Deps['env'], db: Db, memberId: string, clientId: string): Promise<void> {
  const found = await services.findLetterFacts(db, memberId, clientId)
  if (!found) return
  const { email, locale, name } = found
  await notifyAccount(db, memberId, 'service-connected', { name })
  if (email === null) return
  const words = { name: name[locale], link: siteLink(env, '/mypage/services') }
  await queueMail(db, { recipient: email, locale, template: 'service-connected', words })
}

/** Declines a request, and returns where the browser goes next. Fails with NOT_FOUND. */
export async function declineRequest({ sql }: SqlDeps, request: Request): Promise<{ redirectUrl: string }> {
  await transaction(sql, async (db) => {
    const result = { error: 'access_denied', error_description: 'the member declined' }
    await decide(db, request, await lockOpen(db, request), result, null)
  })
  return next(request)
}

/** Ends the caller's connection with a service; without one nothing changes. Fails with NOT_FOUND. */
export async function disconnectService(
  { sql }: SqlDeps,
  { memberId }: Viewer,
  clientId: string,
): Promise<Record<string, never>> {
  await limitRate({ sql }, 'servicePerMember', memberId)
  ensure(await services.findClient(sql, clientId), 'NOT_FOUND')
  await transaction(sql, async (db) => {
    if ((await services.deleteGrantsOf(db, memberId, clientId)) === 0) return
    const details = { client: clientId }
    await recordAct(db, { actor: memberId, act: 'service.disconnected', subject: memberId, details })
  })
  return {}
}

/** Ends all connections of a member, in the transaction of a ban or a deletion. */
export const endConnectionsOf = (db: Db, memberId: string): Promise<number> => services.deleteGrantsOf(db, memberId)

/**
 * The member whose data a service reads by a bearer token. Fails with AUTHENTICATION_FAILED when it
 * opens nothing (any more), and with FORBIDDEN without the scope.
 */
export async function findBearer(
  { sql }: SqlDeps,
  authorization: string | undefined,
  scope: ServiceScope,
): Promise<{ memberId: string }> {
  const token = /^Bearer ([\w-]{20,200})$/i.exec(authorization ?? '')?.[1]
  const found = token === undefined ? undefined : await services.findBearer(sql, hashOfToken(token))
  ensure(found, 'AUTHENTICATION_FAILED')
  const { scope: issued } = TokenPayload.parse(JSON.parse(found.payload))
  // a token may have less than the consent, and the service may have lost a scope since
  ensure(issued.split(' ').includes(scope) && found.scopes.includes(scope), 'FORBIDDEN')
  await limitRate({ sql }, 'serviceReadPerGrant', found.grantId)
  if (found.isStale) await services.touchGrant(sql, found.grantId)
  return { memberId: found.memberId }
}

const TokenPayload = z.object({ scope: z.string().default('') })
const RequestPayload = z.looseObject({
  params: z.looseObject({ client_id: z.string(), redirect_uri: z.string(), scope: z.string() }),
  result: z.unknown().optional(),
})

type OpenRequest = { clientId: string; redirectUri: string; scopes: ServiceScope[]; payload: object }

/** Locks a request that this browser began and nobody has decided. Fails with NOT_FOUND. */
async function lockOpen(db: Db, { requestId, cookie }: Request): Promise<OpenRequest> {
  ensure(isOfBrowser(requestId, cookie), 'NOT_FOUND')
  const row = await services.lockRequest(db, hashOfToken(requestId))
  const payload = row && RequestPayload.parse(JSON.parse(row.payload))
  if (!payload || payload.result !== undefined) throw new AppError('NOT_FOUND')
  const { client_id: clientId, redirect_uri: redirectUri, scope } = payload.params
  // the service may have lost a scope since, or be gone
  const { scopes: allowed = [] } = (await services.findClient(db, clientId)) ?? {}
  const scopes = serviceScopes.filter((each) => scope.split(' ').includes(each) && allowed.includes(each))
  ensure(scopes.length > 0, 'NOT_FOUND')
  return { clientId, redirectUri, scopes, payload }
}

/**
 * Without this, somebody could begin at a service, let another member consent, and read that
 * member's pieces in their own account there.
 */
const isOfBrowser = (requestId: string, cookie = ''): boolean =>
  cookie.split(/;\s*/).some((each) => each === `${cookieName}=${requestId}`)

const decide = (
  db: Db,
  { requestId }: Request,
  { payload }: OpenRequest,
  result: object,
  grantId: string | null,
): Promise<unknown> =>
  services.decideRequest(db, hashOfToken(requestId), JSON.stringify({ ...payload, result }), grantId)

const next = ({ requestId }: Request): { redirectUrl: string } => ({
  redirectUrl: `${oauthPaths.authorization}/${requestId}`,
})
