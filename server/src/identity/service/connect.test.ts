// A service connects over HTTP as any OAuth client does: it lists a member's pieces with consent, and
// loses the right when the member disconnects.
import assert from 'node:assert/strict'
import { after, beforeEach, test } from 'node:test'
import { limits } from '@kura/contract/limits'
import { buildApp } from '../../app.ts'
import { seedMember } from '../../testing/seed-member.ts'
import type { SeededMember } from '../../testing/seed-member.ts'
import { testWorld } from '../../testing/test-world.ts'
import { seedPack } from '../../checkout/order/testing/shop.ts'
import { banMember, unbanMember } from '../account/ban-member.ts'
import { removeClient } from './import-clients.ts'
import { deleteOldGrants } from './queries.ts'
import { sampleService, seedClient } from './testing/sample-service.ts'
import type { Tokens } from './testing/sample-service.ts'

const world = await testWorld({ after })
const { deps, http, call } = world
await seedClient(deps)
beforeEach(() => deps.sql`delete from rate_limits`)

type Service = ReturnType<typeof sampleService>

async function consent(
  service: Service,
  { session }: SeededMember,
  requestId: string,
  cookie = service.cookieHeader(),
) {
  const input = { params: { clientId: 'gallery' }, headers: { cookie }, body: { requestId } }
  return call('connectService', input, { session })
}

/** Consents and returns the address of the service that the browser ends at. */
async function passConsent(service: Service, member: SeededMember, more: Record<string, string> = {}): Promise<URL> {
  const given = await consent(service, member, await service.begin(more))
  assert.ok(given.ok, JSON.stringify(given))
  return new URL(String((await service.visit(given.data.redirectUrl)).headers.location))
}

async function connect(service: Service, member: SeededMember, more: Record<string, string> = {}): Promise<Tokens> {
  const code = (await passConsent(service, member, more)).searchParams.get('code') ?? ''
  const { status, body } = await service.redeem(code)
  assert.equal(status, 200, JSON.stringify(body))
  return body
}

const connectionOf = async ({ session }: SeededMember) => {
  const listed = await call('listServices', {}, { session })
  assert.ok(listed.ok, JSON.stringify(listed))
  return listed.data.items.find(({ clientId }) => clientId === 'gallery')?.connection
}

test('a service reads the pieces with consent, and no more once it is disconnected', async () => {
  const itemId = await seedPack(deps.sql)
  const flowAddress = '0x01cf0e2f2f715451'
  const member = await seedMember(deps, { flowAddress, displayName: '花子' })
  await deps.sql`
    insert into tokens (id, ref_id, item_id, serial, owner_address, minted_tx_id, minted_height, minted_at, moved_at, last_height, last_event)
    values (77, gen_random_uuid(), ${itemId}, 1, ${flowAddress}, 'seed', 1, kura_now(), kura_now(), 1, 0)`
  const service = sampleService(http)
  const requestId = await service.begin()
  const input = { params: { requestId }, headers: { cookie: service.cookieHeader() } }
  const shown = await call('showServiceRequest', input, member)
  assert.ok(shown.ok, JSON.stringify(shown))
  assert.deepEqual([shown.data.scopes, shown.data.returnHost], [['profile', 'pieces'], 'gallery.example'])
  assert.equal(await connectionOf(member), null)

  const given = await consent(service, member, requestId)
  assert.ok(given.ok, JSON.stringify(given))
  const back = new URL(String((await service.visit(given.data.redirectUrl)).headers.location))
  assert.deepEqual(
    [back.origin + back.pathname, back.searchParams.get('state')],
    ['https://gallery.example/back', 'its own state'],
  )
  const redeemed = await service.redeem(back.searchParams.get('code') ?? '')
  assert.equal(redeemed.status, 200, JSON.stringify(redeemed.body))
  const tokens = redeemed.body
  assert.deepEqual([tokens.scope, tokens.expires_in], ['profile pieces', limits.serviceAccessMinutes * 60])

  const pieces = await service.read('pieces', tokens.access_token)
  assert.deepEqual([pieces.status, pieces.body.items.map((each: { tokenId: string }) => each.tokenId)], [200, ['77']])
  const profile = await service.read('profile', tokens.access_token)
  assert.deepEqual(profile.body, { userId: member.memberId, displayName: '花子', thumbnail: null })
  assert.deepEqual((await connectionOf(member))?.scopes, ['profile', 'pieces'])
  const [mail] = await deps.sql`select template, words from mails where recipient = ${member.email}`
  assert.deepEqual([mail?.['template'], mail?.['words'].name], ['service-connected', 'みんなのギャラリー'])

  assert.ok((await call('disconnectService', { params: { clientId: 'gallery' } }, member)).ok)
  const after = await service.read('pieces', tokens.access_token)
  assert.deepEqual([after.status, after.body.errorCode], [401, 'AUTHENTICATION_FAILED'])
  assert.equal(after.headers['www-authenticate'], 'Bearer error="invalid_token"')
  assert.deepEqual((await service.refresh(tokens.refresh_token)).body.error, 'invalid_grant')
  assert.equal(await connectionOf(member), null)
  const acts = await deps.sql`select act from audit_rows where subject = ${member.memberId} order by at, id`
  assert.deepEqual(
    acts.map(({ act }) => act),
    ['service.connected', 'service.disconnected'],
  )
})

test('no cookie of the OAuth endpoints outlives the request, and none carries a member', async () => {
  const service = sampleService(http)
  const answer = await service.visit(service.authorizeUrl())
  const set = answer.headers['set-cookie'] as string[]
  assert.equal(set.length, 2)
  for (const cookie of set)
    assert.match(cookie, /path=\/(api\/service_connect|oauth\/authorize\/[\w-]+);.*expires=.*samesite=lax; httponly$/i)
  const given = await consent(service, await seedMember(deps), service.cookies.get('kura_connect')?.value ?? '')
  assert.ok(given.ok)
  const resumed = await service.visit(given.data.redirectUrl)
  assert.deepEqual(
    [resumed.headers['set-cookie'] ?? []].flat().filter((cookie) => !/=;.*1970/.test(cookie)),
    [],
  )
})

test('behind a proxy with https, addresses are of the site and cookies are secure', async () => {
  const env = { ...deps.env, PUBLIC_URL: 'https://shop.example' }
  const { http: secure } = await buildApp({ ...deps, env }, { withPages: false })
  after(() => secure.close())
  const service = sampleService(secure)
  const answer = await service.visit(service.authorizeUrl())
  assert.equal(answer.statusCode, 303, answer.body)
  for (const cookie of answer.headers['set-cookie'] as string[]) assert.match(cookie, /; secure/i)
  const described = await secure.inject({
    url: '/.well-known/oauth-authorization-server',
    headers: { host: 'evil.example' },
  })
  assert.equal(described.json().token_endpoint, 'https://shop.example/oauth/token')
})

test('a token has the scopes that were asked for, and opens no other call', async () => {
  const service = sampleService(http)
  const member = await seedMember(deps)
  const { access_token: token } = await connect(service, member, { scope: 'profile' })
  assert.equal((await service.read('profile', token)).status, 200)
  const refused = await service.read('pieces', token)
  assert.deepEqual([refused.status, refused.body.errorCode], [403, 'FORBIDDEN'])
  for (const headers of [{ authorization: `Bearer ${token}` }, { 'x-auth-session': `Bearer ${token}` }])
    assert.equal((await http.inject({ url: '/api/users/self/profiles', headers })).statusCode, 401)
  assert.equal((await service.read('profile', member.session)).status, 401, 'nor does a session open this one')
})

test('a request is decided in the browser that began it, once, and for its own service', async () => {
  await seedClient(deps, 'other')
  const [service, member] = [sampleService(http), await seedMember(deps)]
  const requestId = await service.begin()
  const stranger = await consent(service, member, requestId, '')
  assert.equal(!stranger.ok && stranger.body.errorCode, 'NOT_FOUND', 'a link that somebody sent decides nothing')
  const input = { params: { clientId: 'other' }, headers: { cookie: service.cookieHeader() }, body: { requestId } }
  const wrong = await call('connectService', input, member)
  assert.equal(!wrong.ok && wrong.body.errorCode, 'NOT_FOUND')
  assert.ok((await consent(service, member, requestId)).ok)
  const again = await consent(service, member, requestId)
  assert.equal(!again.ok && again.body.errorCode, 'NOT_FOUND')
  const foreign = await http.inject({ url: `/oauth/authorize/${requestId}` })
  assert.equal(
    foreign.headers.location,
    '/connect/refused?error=invalid_request',
    'the code goes to that browser alone',
  )
})

test('a service that was removed while it asked, or lost every scope, gets nothing', async () => {
  await seedClient(deps, 'passing')
  const [service, member] = [sampleService(http, 'passing'), await seedMember(deps)]
  const requestId = await service.begin()
  await deps.sql`update service_clients set scopes = '{profile}' where id = 'passing'`
  const headers = { cookie: service.cookieHeader() }
  const shown = await call('showServiceRequest', { params: { requestId }, headers }, member)
  assert.deepEqual(shown.ok && shown.data.scopes, ['profile'])
  await removeClient(deps, { id: 'passing', by: 'ops' })
  const input = { params: { clientId: 'passing' }, headers, body: { requestId } }
  const late = await call('connectService', input, member)
  assert.equal(!late.ok && late.body.errorCode, 'NOT_FOUND')
  const resumed = await service.visit(`/oauth/authorize/${requestId}`)
  assert.match(String(resumed.headers.location), /^\/connect\/refused\?error=invalid_client$/)
})

test('a member who declines is sent back, and the service learns it', async () => {
  const [service, member] = [sampleService(http), await seedMember(deps)]
  const requestId = await service.begin()
  const declined = await call(
    'declineServiceRequest',
    { params: { requestId }, headers: { cookie: service.cookieHeader() } },
    member,
  )
  assert.ok(declined.ok)
  const back = new URL(String((await service.visit(declined.data.redirectUrl)).headers.location))
  assert.deepEqual([back.searchParams.get('error'), back.searchParams.get('state')], ['access_denied', 'its own state'])
  assert.equal(await connectionOf(member), null)
})

test('a wrong address or an unknown service leads nowhere but to our own page', async () => {
  const service = sampleService(http)
  for (const more of [
    { redirect_uri: 'https://gallery.example/back/' },
    { redirect_uri: 'https://gallery.example.evil.example/back' },
    { client_id: 'nobody' },
    { client_id: '\0' },
  ] as Record<string, string>[]) {
    const answer = await service.visit(service.authorizeUrl(more))
    assert.equal(answer.statusCode, 303, JSON.stringify(more))
    assert.match(String(answer.headers.location), /^\/connect\/refused\?error=invalid_(client|redirect_uri)$/)
  }
})

test('a request without PKCE, with plain PKCE, without a scope, or with one of OpenID is refused at the service', async () => {
  const service = sampleService(http)
  const errorOf = async (more: Record<string, string>) =>
    new URL(
      String((await service.visit(service.authorizeUrl(more))).headers.location).replace('#', '?'),
    ).searchParams.get('error')
  assert.equal(await errorOf({ code_challenge_method: 'plain' }), 'invalid_request')
  assert.equal(await errorOf({ code_challenge: '', code_challenge_method: '' }), 'invalid_request')
  assert.equal(await errorOf({ scope: '' }), 'invalid_scope')
  assert.equal(await errorOf({ scope: 'openid pieces' }), 'invalid_scope')
  assert.equal(await errorOf({ response_type: 'token' }), 'unsupported_response_type')
  assert.equal(await errorOf({ prompt: 'none' }), 'interaction_required')
  assert.match(await service.begin({ state: 'a\0\ud83d\ude00' }), /^[\w-]+$/)
})

test('a code of another service, with a wrong verifier or another address is no grant', async () => {
  await seedClient(deps, 'other')
  const [service, other, member] = [sampleService(http), sampleService(http, 'other'), await seedMember(deps)]
  const code = (await passConsent(service, member)).searchParams.get('code') ?? ''
  const refusals = [
    await other.redeem(code),
    await service.redeem(code, { code_verifier: 'x'.repeat(43) }),
    await service.redeem(code, { redirect_uri: 'https://gallery.example/else' }),
    await service.redeem('x'.repeat(43)),
    await service.redeem('\0'),
  ]
  for (const { status, body } of refusals) assert.deepEqual([status, body.error], [400, 'invalid_grant'])
  assert.equal((await service.redeem(code)).status, 200, 'none of them used it up')
})

test('a code that comes twice ends what it gave', async () => {
  const [service, member] = [sampleService(http), await seedMember(deps)]
  const code = (await passConsent(service, member)).searchParams.get('code') ?? ''
  const first = await service.redeem(code)
  assert.equal((await service.redeem(code)).body.error, 'invalid_grant')
  assert.equal((await service.read('pieces', first.body.access_token)).status, 401)
  const raced = (await passConsent(service, member)).searchParams.get('code') ?? ''
  const both = await Promise.all([service.redeem(raced), service.redeem(raced)])
  assert.ok(
    both.every(({ status }) => status < 500),
    JSON.stringify(both),
  )
  for (const { status, body } of both)
    if (status === 200) assert.equal((await service.read('pieces', body.access_token)).status, 401)
})

test('a refresh token is good once; used again it ends the connection of that device, and no other', async () => {
  const [phone, tablet, member] = [sampleService(http), sampleService(http), await seedMember(deps)]
  const first = await connect(phone, member)
  const other = await connect(tablet, member)
  const second = (await phone.refresh(first.refresh_token)).body
  assert.equal((await phone.read('pieces', second.access_token)).status, 200)
  assert.equal((await phone.refresh(first.refresh_token)).body.error, 'invalid_grant')
  assert.equal((await phone.read('pieces', second.access_token)).status, 401)
  assert.equal((await phone.refresh(second.refresh_token)).body.error, 'invalid_grant')
  assert.equal((await tablet.read('pieces', other.access_token)).status, 200)
  const narrow = (await tablet.refresh(other.refresh_token, { scope: 'profile' })).body
  assert.equal((await tablet.read('pieces', narrow.access_token)).status, 403)
  assert.equal((await tablet.refresh(narrow.refresh_token, { client_id: 'other' })).body.error, 'invalid_grant')
})

test('a service that revokes its token is disconnected', async () => {
  const [service, member] = [sampleService(http), await seedMember(deps)]
  const tokens = await connect(service, member)
  assert.equal((await sampleService(http, 'other').revoke(tokens.refresh_token)).status, 200)
  assert.equal((await service.read('pieces', tokens.access_token)).status, 200, 'another service revokes nothing')
  assert.equal((await service.revoke(tokens.access_token)).status, 200)
  assert.equal((await service.refresh(tokens.refresh_token)).body.error, 'invalid_grant')
  assert.equal(await connectionOf(member), null)
})

test('a ban ends connections for good, also one that is being made', async () => {
  const [service, member] = [sampleService(http), await seedMember(deps)]
  const tokens = await connect(service, member)
  const late = await consent(service, member, await service.begin())
  assert.ok(late.ok)
  const ban = { memberId: member.memberId, by: 'ops', reason: 'test' }
  await banMember(deps, ban)
  assert.equal((await service.read('pieces', tokens.access_token)).status, 401)
  assert.equal((await service.refresh(tokens.refresh_token)).body.error, 'invalid_grant')
  const resumed = await service.visit(late.data.redirectUrl)
  assert.equal(resumed.headers.location, '/connect/refused?error=invalid_request', 'its request went with the consent')
  await unbanMember(deps, ban)
  assert.equal((await service.refresh(tokens.refresh_token)).body.error, 'invalid_grant')
})

test('everything expires by the clock of the database', async () => {
  await world.stopClock()
  const [service, member] = [sampleService(http), await seedMember(deps)]
  const tokens = await connect(service, member)
  await world.moveClock(`${limits.serviceAccessMinutes} minutes`)
  assert.equal((await service.read('pieces', tokens.access_token)).status, 401)
  const next = (await service.refresh(tokens.refresh_token)).body
  const code = (await passConsent(service, member)).searchParams.get('code') ?? ''
  await world.moveClock(`${limits.serviceCodeSeconds} seconds`)
  assert.equal((await service.redeem(code)).body.error, 'invalid_grant')
  const requestId = await service.begin()
  await world.moveClock(`${limits.serviceRequestMinutes} minutes`)
  const late = await consent(service, member, requestId)
  assert.equal(!late.ok && late.body.errorCode, 'NOT_FOUND')
  await world.moveClock(`${limits.serviceRefreshDays} days`)
  assert.equal((await service.refresh(next.refresh_token)).body.error, 'invalid_grant')
  assert.equal(await connectionOf({ ...member, session: (await seedAgain(member)).session }), null)
  await deleteOldGrants(deps.sql)
  const [left] = await deps.sql`select count(*)::int as n from service_grants where member_id = ${member.memberId}`
  assert.equal(left?.['n'], 0)
})

/** A session of now. */
async function seedAgain(member: SeededMember): Promise<{ session: string }> {
  const { startSession } = await import('../session/session.ts')
  return { session: await startSession(deps.sql, { memberId: member.memberId, userAgent: 'test' }) }
}

test('a body that is no form, huge or broken is refused as OAuth says', async () => {
  const send = async (payload: string, type: string) => {
    const answer = await http.inject({
      method: 'POST',
      url: '/oauth/token',
      headers: { 'content-type': type },
      payload,
    })
    return [answer.statusCode, answer.json().error]
  }
  assert.deepEqual(await send('{"grant_type":"authorization_code"}', 'application/json'), [400, 'invalid_request'])
  assert.deepEqual(await send('a=%', 'application/x-www-form-urlencoded'), [400, 'invalid_request'])
  assert.deepEqual(await send(`a=${'x'.repeat(60_000)}`, 'application/x-www-form-urlencoded'), [400, 'invalid_request'])
  assert.deepEqual(await send('client_id=a&client_id=b', 'application/x-www-form-urlencoded'), [400, 'invalid_request'])
  const described = await http.inject({ url: '/.well-known/oauth-authorization-server' })
  assert.equal(described.json().token_endpoint, 'http://localhost:3000/oauth/token')
})
