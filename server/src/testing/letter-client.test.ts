// A client written to the letter of the specification: what docs/decisions/0016 lists works for it,
// or is refused by an error that says what to do.
import assert from 'node:assert/strict'
import { after, beforeEach, test } from 'node:test'
import { errors } from '@kura/contract/errors'
import type { ErrorBody } from '@kura/contract/errors'
import { mailTo } from '../identity/account/testing/mail-to.ts'
import { seedPack } from '../checkout/order/testing/shop.ts'
import { startAccountNode } from '../identity/wallet/testing/account-node.ts'
import { walletHand } from '../identity/wallet/testing/wallet-hand.ts'
import type { Wallet } from '../identity/wallet/testing/wallet-hand.ts'
import { letterClient } from './letter-client.ts'
import { seedMember } from './seed-member.ts'
import { testWorld } from './test-world.ts'

const node = await startAccountNode()
after(node.close)
const world = await testWorld({ after }, { FLOW_ACCESS_NODE: node.url })
const { deps, bot } = world
const { wallets, prove } = walletHand(world, node)
const [alice, bob, carol] = wallets as [Wallet, Wallet, Wallet]
const { send, refusal } = letterClient(world)
const password = 'correct horse battery staple'
beforeEach(() => deps.sql`delete from rate_limits`)

const signUp = async (email: string, headers: Record<string, string>) => {
  const answer = await send('POST', '/auth/email_sign_up', {
    headers,
    bot: await bot('email_sign_up'),
    json: { email },
  })
  assert.equal(answer.statusCode, 202, answer.body)
  return (await mailTo(world, email)).subject
}

test('without a language header letters are Japanese, and with one as the pages are', async () => {
  const japanese = await signUp('none@example.jp', {})
  assert.match(japanese, /[ぁ-ん]/)
  assert.equal(await signUp('ja@example.jp', { 'accept-language': 'en;q=0.5, ja' }), japanese)
  const english = await signUp('en@example.jp', { 'accept-language': 'en' })
  assert.doesNotMatch(english, /[ぁ-んァ-ヶ]/)
  // the page for the same header is English, too
  assert.equal(await signUp('de@example.jp', { 'accept-language': 'de, en;q=0.8' }), english)
})

test('a call that sends no body is taken with and without a content type', async () => {
  const { session } = await seedMember(deps)
  const json = { 'content-type': 'application/json' }
  const renewed = await send('POST', '/auth/refresh', { headers: { ...json, authorization: `Bearer ${session}` } })
  assert.equal(renewed.statusCode, 200, renewed.body)
  const { sessionJwt, userId, flowAddress } = renewed.json()
  assert.deepEqual([typeof sessionJwt, typeof userId, flowAddress], ['string', 'string', ''])
  const again = await send('POST', '/auth/refresh', { session: sessionJwt })
  assert.equal(again.statusCode, 200, again.body)
  const latest = again.json().sessionJwt
  const prepared = await send('POST', '/auth/flow_prepare', { headers: json, bot: await bot('flow_prepare') })
  assert.match(prepared.json().nonce, /^[0-9a-f]{64}$/)
  const gone = await send('DELETE', '/api/users/self/profiles/thumbnail', { headers: json, session: latest })
  assert.equal(gone.statusCode, 200, gone.body)
  assert.equal((await send('POST', '/auth/sign_out', { headers: json, session: latest })).statusCode, 200)
  assert.equal((await refusal('GET', '/auth/account', { session: latest })).errorCode, 'INVALID_SESSION')
})

const flowAdd = async (session: string, body: object) => ({ session, bot: await bot('flow_add'), json: body })

test('a nonce that was fetched without the session links nothing, and the refusal says so', async () => {
  const member = await seedMember(deps)
  const withoutSession = { ...(await prove(alice)), address: alice.address, email: '' }
  const refused = await refusal('POST', '/auth/flow_add', await flowAdd(member.session, withoutSession))
  assert.deepEqual(refused, {
    status: 404,
    errorCode: 'NONCE_NOT_FOUND',
    message: errors.NONCE_NOT_FOUND.message,
    details: [{ field: 'nonce', fault: 'fetched_without_session' }],
  })
  assert.match(refused.message, /same session/)
  const body = { ...(await prove(alice, member)), address: alice.address, email: '' }
  const added = await send('POST', '/auth/flow_add', await flowAdd(member.session, body))
  assert.equal(added.statusCode, 200, added.body)
  // a nonce that nobody made, or somebody else fetched, reveals nothing
  const other = await seedMember(deps)
  for (const proof of [await prove(bob, other), { ...(await prove(bob)), nonce: 'ab'.repeat(32) }]) {
    const { details, errorCode } = await refusal(
      'POST',
      '/auth/flow_add',
      await flowAdd(member.session, { ...proof, address: alice.address }),
    )
    assert.deepEqual([errorCode, details], ['NONCE_NOT_FOUND', undefined])
  }
})

test('a nonce fetched in a session cannot sign in, and the refusal says so', async () => {
  const member = await seedMember(deps)
  const json = { ...(await prove(bob, member)), address: bob.address }
  const { errorCode, details } = await refusal('POST', '/auth/flow_sign_in', { json })
  assert.deepEqual([errorCode, details], ['NONCE_NOT_FOUND', [{ field: 'nonce', fault: 'fetched_with_session' }]])
})

test('a first wallet without the password is linked after signing in, later the refusal names the field', async () => {
  const member = await seedMember(deps, { password })
  await deps.sql`update sessions set created_at = created_at - interval '11 minutes' where member_id = ${member.memberId}`
  const json = { ...(await prove(bob, member)), address: bob.address, email: member.email }
  const refused = await refusal('POST', '/auth/flow_add', await flowAdd(member.session, json))
  assert.deepEqual(
    [refused.status, refused.errorCode, refused.details],
    [401, 'AUTHENTICATION_FAILED', [{ field: 'password', fault: 'required' }]],
  )
  const added = await send('POST', '/auth/flow_add', await flowAdd(member.session, { ...json, password }))
  assert.equal(added.statusCode, 200, added.body)
})

test('an account is deleted with a reason alone after signing in, later the refusal names the field', async () => {
  const member = await seedMember(deps, { password })
  const path = '/api/v1/users/self/delete'
  const { session } = member
  assert.equal((await refusal('GET', path, { session })).status, 404)
  const asked = await send('POST', path, { session, json: { reason: 'I have no time any more' } })
  assert.equal(asked.statusCode, 200, asked.body)
  assert.equal((await send('GET', path, { session })).statusCode, 200)
  assert.equal((await send('DELETE', path, { session })).statusCode, 200)
  await deps.sql`update sessions set created_at = created_at - interval '11 minutes' where member_id = ${member.memberId}`
  const refused = await refusal('POST', path, { session, json: { reason: '' } })
  assert.deepEqual(
    [refused.status, refused.errorCode, refused.details],
    [401, 'AUTHENTICATION_FAILED', [{ field: 'password', fault: 'required' }]],
  )
})

test('a proof for the product’s name links on a site for trying out, and is refused by name elsewhere', async () => {
  const member = await seedMember(deps)
  const ofName = async () => ({ ...(await prove(carol, member, deps.env.SITE_NAME)), address: carol.address })
  const expected = [{ field: 'signature', fault: 'app_identifier_is_not_the_origin' }]
  const signIn = { ...(await prove(carol, undefined, deps.env.SITE_NAME)), address: carol.address }
  const signedIn = await refusal('POST', '/auth/flow_sign_in', { json: signIn })
  assert.deepEqual([signedIn.errorCode, signedIn.details], ['WALLET_PROOF_INVALID', expected])
  assert.match(signedIn.message, /origin/)

  const json = await ofName()
  const { env } = deps
  deps.env = { ...env, LIVE: true }
  const live = await refusal('POST', '/auth/flow_add', await flowAdd(member.session, json)).finally(() => {
    deps.env = env
  })
  assert.deepEqual([live.errorCode, live.details], ['WALLET_PROOF_INVALID', expected])
  const added = await send('POST', '/auth/flow_add', await flowAdd(member.session, await ofName()))
  assert.equal(added.statusCode, 200, added.body)
})

test('lists of a query are taken in every way they are written', async () => {
  const ids = [await seedPack(deps.sql), await seedPack(deps.sql, { saleStartsAt: '1 hour' }), await seedPack(deps.sql)]
  const [a = '', coming = ''] = ids
  const listed = async (query: string): Promise<string[]> => {
    const answer = await send('GET', `/api/packs?${query}`)
    assert.equal(answer.statusCode, 200, answer.body)
    return (answer.json() as { items: { packId: string }[] }).items.map(({ packId }) => packId).toSorted()
  }
  const both = [a, coming].toSorted()
  for (const query of [
    `packId=${a}&packId=${coming}`,
    `packId[]=${a}&packId[]=${coming}`,
    `packId%5B%5D=${a}&packId%5B%5D=${coming}`,
    `packId[0]=${a}&packId[1]=${coming}`,
    `packId[]=${a}&packId=${coming}`,
  ])
    assert.deepEqual(await listed(query), both, query)
  assert.deepEqual(await listed('state[]=before'), [coming])
  assert.deepEqual(await listed(`packId[]=${a}&packId[]=${coming}&state[]=on`), [a])
  const { errorCode, details } = await refusal('GET', `/api/packs?packId=${a},${coming}`)
  assert.deepEqual([errorCode, details?.map(({ field }) => field)], ['INVALID_REQUEST_FORMAT', ['packId']])
})

test('the deprecated sign-up takes the form of the specification', async () => {
  const form = {
    email: 'old@example.jp',
    displayName: '花子',
    flowAddress: '',
    birthday: '1990-04-01',
    isSubscribe: 'true',
  }
  const answer = await send('POST', '/api/users/signup', { form: Object.entries(form) })
  assert.equal(answer.statusCode, 202, answer.body)
})

test('an address without a proof links nothing, and the refusal says what is missing', async () => {
  const { session, memberId } = await seedMember(deps)
  const confirm = (address: string) => refusal('POST', `/api/users?flowAddress=${address}`, { session })
  assert.equal((await confirm(bob.address)).errorCode, 'WALLET_REQUIRED')
  await deps.sql`update members set flow_address = ${wallets[4]?.address ?? ''} where id = ${memberId}`
  assert.equal((await confirm(bob.address)).errorCode, 'WALLET_DIFFERENT_ADDRESS')
  const own = await send('POST', `/api/users?flowAddress=${wallets[4]?.address}`, { session })
  assert.equal(own.statusCode, 200, own.body)
})

test('an item shows how many a viewer with an id owns, and a moment is a text of ISO 8601', async () => {
  const itemId = await seedPack(deps.sql)
  const { memberId } = await seedMember(deps)
  const shown = await send('GET', `/api/items/${itemId}?userId=${memberId}`)
  const plain = (await send('GET', `/api/items/${itemId}`)).json()
  assert.equal(plain.ownedCount, null)
  assert.deepEqual([shown.statusCode, shown.json()], [200, { ...plain, ownedCount: 0 }])
  const listings = `/api/selling-orders/items/${itemId}`
  assert.equal((await send('GET', `${listings}?before=2026-11-22T10:00:00.000Z`)).statusCode, 200)
  const { errorCode, details } = await refusal('GET', `${listings}?before=1795341600000`)
  assert.deepEqual([errorCode, details?.[0]?.field], ['INVALID_REQUEST_FORMAT', 'before'])
})

test('what the specification reads as empty is empty or 404', async () => {
  const nobody = '00000000-0000-4000-8000-000000000000'
  const tokens = await send('GET', `/api/tokens?userId=${nobody}`)
  assert.deepEqual([tokens.statusCode, tokens.json().items], [200, []])
  for (const path of [`/api/selling-orders/${nobody}`, '/api/selling-orders/items/nothing/max-min'])
    assert.deepEqual((await refusal('GET', path)).status, 404, path)
})

test('every failure is {errorCode, message, error?, details?}, whatever made it fail', async () => {
  const text = { 'content-type': 'text/plain' }
  const json = { 'content-type': 'application/json' }
  const failed = [
    await send('GET', '/api/nothing'),
    await send('GET', '/auth/email_sign_in'),
    await send('PUT', '/api/packs'),
    await send('GET', '/api/items/%ff'),
    await send('GET', `/api/${'x'.repeat(5000)}`),
    await send('GET', '/api/packs?limit=many'),
    await send('GET', '/api/orders'),
    await send('GET', '/api/orders', { session: 'x'.repeat(43) }),
    await send('POST', '/auth/email_sign_in', { json: { email: 'a@example.jp', password } }),
    await send('POST', '/auth/onetime_token_sign_in', { headers: json, payload: '{' }),
    await send('POST', '/auth/onetime_token_sign_in', { headers: text, payload: 'a' }),
    await send('POST', '/auth/onetime_token_sign_in', { headers: json, payload: `{"a":"${'x'.repeat(70_000)}"}` }),
    await send('POST', '/auth/onetime_token_sign_in', { json: { token: 'x'.repeat(43) } }),
  ]
  const codes = failed.map((answer) => {
    const { errorCode, message, error, details, ...more } = answer.json<ErrorBody>()
    assert.equal(answer.statusCode, errors[errorCode].status, answer.body)
    assert.equal(message, errors[errorCode].message)
    assert.ok(error === undefined || typeof error === 'string')
    assert.ok(details === undefined || details.every(({ field, fault }) => field !== undefined && fault !== ''))
    assert.deepEqual(more, {})
    assert.match(String(answer.headers['content-type']), /^application\/json/)
    return errorCode
  })
  assert.deepEqual(codes, [
    'NOT_FOUND',
    'NOT_FOUND',
    'NOT_FOUND',
    'INVALID_REQUEST_FORMAT',
    'NOT_FOUND',
    'INVALID_REQUEST_FORMAT',
    'UNAUTHORIZED',
    'INVALID_SESSION',
    'BOT_DENY',
    'INVALID_REQUEST_FORMAT',
    'UNSUPPORTED_MEDIA',
    'UPLOAD_TOO_LARGE',
    'TOKEN_NOTFOUND',
  ])
})
