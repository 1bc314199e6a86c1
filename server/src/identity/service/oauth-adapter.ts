import { errors } from 'oidc-provider'
import type { Adapter, Payload } from 'oidc-provider'
import { Slug } from '@kura/contract/ids'
import { recordAct } from '../../platform/audit-log-queries.ts'
import type { Sql } from '../../platform/db/connect.ts'
import { transaction } from '../../platform/db/transaction.ts'
import { hashOfToken } from '../../platform/secret-token.ts'
import * as services from './queries.ts'
import type { RecordKind } from './queries.ts'

const now = (): number => Math.floor(Date.now() / 1000)
const unknown = { findByUid: async () => undefined, findByUserCode: async () => undefined }
const readOnly = {
  ...unknown,
  upsert: async () => {},
  consume: async () => {},
  destroy: async () => {},
  revokeByGrantId: async () => {},
}

/**
 * Where the OAuth library keeps things: our tables. What has expired by the clock of the database is
 * not found; the library is told how long the rest still lasts, in its own clock.
 */
export const adapterFor =
  (sql: Sql) =>
  (kind: string): Adapter => {
    if (kind === 'Client') return clientAdapter(sql)
    if (kind === 'Grant') return grantAdapter(sql)
    // members sign in by the session header: there is no session of the OAuth endpoints
    if (kind === 'Session' || !isRecord(kind)) return { ...readOnly, find: async () => undefined }
    return recordAdapter(sql, kind)
  }

const isRecord = (kind: string): kind is RecordKind =>
  ['Interaction', 'AuthorizationCode', 'AccessToken', 'RefreshToken'].includes(kind)

const clientAdapter = (sql: Sql): Adapter => ({
  ...readOnly,
  find: async (id) => {
    const client = Slug.safeParse(id).success ? await services.findClient(sql, id) : undefined
    return (
      client && {
        client_id: id,
        redirect_uris: client.redirectUris,
        scope: client.scopes.join(' '),
        response_types: ['code'],
        grant_types: ['authorization_code', 'refresh_token'],
        token_endpoint_auth_method: 'none',
        id_token_signed_response_alg: 'ES256',
      }
    )
  },
})

const grantAdapter = (sql: Sql): Adapter => ({
  ...readOnly,
  find: async (id) => {
    const grant = await services.findGrant(sql, id)
    return (
      grant && {
        kind: 'Grant',
        jti: id,
        accountId: grant.memberId,
        clientId: grant.clientId,
        openid: { scope: grant.scopes.join(' ') },
        exp: now() + grant.secondsLeft,
      }
    )
  },
  // the library ends a grant when a token of it is revoked, or used twice
  destroy: (id) => endGrant(sql, id),
})

async function endGrant(sql: Sql, id: string): Promise<void> {
  await transaction(sql, async (db) => {
    const ended = await services.deleteGrant(db, id)
    if (!ended) return
    const details = { client: ended.clientId }
    await recordAct(db, { actor: 'system', act: 'service.ended', subject: ended.memberId, details })
  })
}

const recordAdapter = (sql: Sql, kind: RecordKind): Adapter => ({
  ...unknown,
  upsert: async (id, given, seconds) => {
    // the value itself is stored nowhere
    const payload = { ...given, jti: undefined }
    const hash = hashOfToken(id)
    const record = { kind, hash, grantId: payload.grantId, payload: JSON.stringify(payload), seconds }
    if (!(await services.upsertRecord(sql, record))) throw new errors.InvalidGrant('the consent has ended')
  },
  find: async (id) => {
    const record = await services.findRecord(sql, kind, hashOfToken(id))
    if (!record) return undefined
    const payload = JSON.parse(record.payload) as Payload
    return { ...payload, jti: id, exp: now() + record.secondsLeft, ...(record.isConsumed ? { consumed: now() } : {}) }
  },
  consume: async (id) => {
    const hash = hashOfToken(id)
    if (await services.consumeRecord(sql, kind, hash)) return
    // two at once: one of them holds a copy
    const grantId = await services.findGrantOf(sql, kind, hash)
    if (grantId !== undefined) await endGrant(sql, grantId)
    throw new errors.InvalidGrant('already used')
  },
  destroy: async (id) => void (await services.deleteRecord(sql, kind, hashOfToken(id))),
  revokeByGrantId: async (grantId) => void (await services.deleteRecordsOf(sql, kind, grantId)),
})
