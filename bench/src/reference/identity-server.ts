import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { buildDeps } from '@kura/server/deps'
import { readEnv } from '@kura/server/env'
import { showAccount } from '@kura/server/identity/member/profile'
import { signIn } from '@kura/server/identity/account/sign-in'
import { findViewer, refreshSession } from '@kura/server/identity/session/session'
import type { FastifyRequest } from 'fastify'
import { given, serve } from './serve.ts'
import type { Sql } from '@kura/server/platform/db/connect'
import type { Statement } from './statement.ts'

// Fastify, postgres.js and argon2 with the statements of the product and nothing else: no contract,
// no rate limit, no bot check, no mail. The statements are recorded while the product's own
// functions run once, transactions included.
const { env, session, email, password } = given<{
  env: Record<string, string>
  session: string
  email: string
  password: string
}>()
const deps = await buildDeps(readEnv({ ...env, LOG_LEVEL: 'fatal' }))
type Sent = { string?: string; parameters?: unknown[] }
/** The same connection, recording every statement, also inside transactions. */
const noting = <D extends object>(db: D, sent: Sent[]): D =>
  new Proxy(db, {
    apply(target, self, args) {
      const query = Reflect.apply(target as never, self, args) as Sent
      sent.push(query)
      return query
    },
    get(target, key) {
      const value = Reflect.get(target, key) as unknown
      if (key !== 'begin') return value
      return (body: (tx: object) => unknown) => (target as Sql).begin((tx) => body(noting(tx, sent)))
    },
  })
async function statementsOfCall(act: (sql: Sql) => Promise<unknown>): Promise<Statement[]> {
  const sent: Sent[] = []
  await act(noting(deps.sql, sent))
  // only statements that were sent have a text; the others are fragments
  return sent.flatMap(({ string, parameters }) =>
    string === undefined ? [] : [{ text: string, values: [...(parameters ?? [])] }],
  )
}
const hash = (token: string) => createHash('sha256').update(token).digest()
const viewer = await findViewer(deps, session)
if (!viewer) throw new Error('the session of the reference is not good')

const account = await statementsOfCall(async (sql) => {
  await findViewer({ ...deps, sql }, session)
  await showAccount({ sql }, viewer)
})
const caller = { userAgent: '', ip: '127.0.0.1' }
const refresh = await statementsOfCall((sql) => refreshSession({ ...deps, sql }, { ...caller, bearer: session }))
const entry = await statementsOfCall((sql) => signIn({ ...deps, sql }, { email, password }, { ...caller, bot: 'v3' }))

const { sql, passwords } = deps
/**
 * The values of a request in place of the recorded ones: its session, and new tokens and ids for
 * inserted rows.
 */
const valuesOf = ({ text, values }: Statement, own: Buffer): never[] =>
  values.map((value) => {
    // a single bucket would be a bottleneck that the product does not have
    if (String(value).startsWith('refreshPerFamily:'))
      return `refreshPerFamily:${own.toString('base64url').slice(0, 22)}`
    // hashes are recorded as they were sent
    if (/^\\x[0-9a-f]{64}$/.test(String(value))) return value === asSent(hash(session)) ? own : randomBytes(32)
    const isNewId = /insert into sessions/.test(text) && /^[0-9a-f-]{36}$/.test(String(value))
    return isNewId && value !== viewer.memberId ? randomUUID() : value
  }) as never[]
const asSent = (bytes: Buffer) => `\\x${bytes.toString('hex')}`
const tokenOf = (request: FastifyRequest) => hash(String(request.headers['x-auth-session'] ?? '').slice(7))
const inTransaction = (statements: Statement[], own: Buffer) =>
  sql.begin(async (db) => {
    for (const each of statements) await db.unsafe(each.text, valuesOf(each, own), { prepare: true })
  })

await serve((app) => {
  app.get('/auth/account', async (request) => {
    const [seen, shown] = account
    const [member] = await sql.unsafe(seen!.text, valuesOf(seen!, tokenOf(request)), { prepare: true })
    const values = shown!.values.map((value) => (value === viewer.memberId ? (member!['memberId'] as string) : value))
    const [row] = await sql.unsafe(shown!.text, values as never[], { prepare: true })
    return { ...row, termsOutdated: false }
  })
  app.post('/auth/refresh', async (request) => {
    const [perSource, ...rest] = refresh
    await sql.unsafe(perSource!.text, perSource!.values as never[], { prepare: true })
    await inTransaction(rest, tokenOf(request))
    return { userId: viewer.memberId, flowAddress: '', sessionJwt: randomBytes(32).toString('base64url') }
  })
  app.post<{ Body: { email: string; password: string } }>('/auth/email_sign_in', async (request, reply) => {
    const before = entry.filter(
      ({ text }) => /rate_limits|password_hash as/.test(text) && !/for no key update/.test(text),
    )
    const after = entry.filter((each) => !before.includes(each))
    const rows = []
    for (const { text, values } of before) rows.push(await sql.unsafe(text, values as never[], { prepare: true }))
    const [found] = rows.at(-1) ?? []
    if (!(await passwords.verify(String(found?.['passwordHash']), request.body.password)))
      return reply.code(401).send({})
    await inTransaction(after, randomBytes(32))
    return { userId: viewer.memberId, flowAddress: '', sessionJwt: randomBytes(32).toString('base64url') }
  })
})
