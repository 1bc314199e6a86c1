// Buying and getting packs by a client written to the letter of the specification.
import assert from 'node:assert/strict'
import { after, beforeEach, test } from 'node:test'
import { randomUUID } from 'node:crypto'
import { cardToken, passChallenge, seedBuyer, seedPack } from '../checkout/order/testing/shop.ts'
import { authorise, enterPaidy, givePoints } from '../checkout/order/testing/tenders.ts'
import { seedAirdrop, seedGiven, seedPasscode, seedSelectable } from '../shop/pack/testing/given-packs.ts'
import { letterClient } from './letter-client.ts'
import { seedMember } from './seed-member.ts'
import type { SeededMember } from './seed-member.ts'
import { testWorld } from './test-world.ts'

const world = await testWorld({ after })
const { deps, bot } = world
const { sql } = deps
const { send, refusal } = letterClient(world)
beforeEach(() => sql`delete from rate_limits`)

const nobody = '00000000-0000-4000-8000-000000000000'
const newCard = async () => ({ retUrl: 'http://localhost:3000/back', paymentToken: await cardToken(world) })
const buyAt = (packId: string) => `/api/packs/${packId}/entry-order`

/**
 * Everything that moves money and that the specification writes without its mark for the session.
 */
const unmarked: [string, object][] = [
  ...['new-card', 'selected-card', 'buy'].map((way): [string, object] => [`/api/packs/any/entry-order/${way}`, {}]),
  ...['payment-url-credit', 'payment-url-credit-and-point', 'buy-credit', 'buy-credit-and-point']
    .concat(['buy-paidy', 'buy-paidy-and-point', 'buy-point', 'trade-nft'])
    .concat(['entry-order-credit/new-card', 'entry-order-credit/selected-card'])
    .concat(['entry-order-credit-and-point/new-card', 'entry-order-credit-and-point/selected-card'])
    .map((way): [string, object] => [`/api/tokens/${nobody}/${way}`, {}]),
]

test('a purchase without the session header is asked to send it', async () => {
  for (const [path, json] of unmarked) {
    const { status, errorCode, message } = await refusal('POST', path, { json })
    assert.deepEqual([status, errorCode], [401, 'UNAUTHORIZED'], path)
    assert.match(message, /X-Auth-Session/)
  }
  assert.equal((await refusal('GET', '/api/orders')).errorCode, 'UNAUTHORIZED')
})

test('a pack is bought by card with the fields of the specification and no idempotency key', async () => {
  const packId = await seedPack(sql)
  const { session } = await seedBuyer(world)
  const entered = await send('POST', `${buyAt(packId)}/new-card`, { session, json: await newCard() })
  assert.equal(entered.statusCode, 200, entered.body)
  const { accessID, redirectUrl, orderId } = entered.json()
  await passChallenge(redirectUrl)
  const named = { accessID, cardName: 'main', holderName: 'HANAKO' }
  const bought = await send('POST', `${buyAt(packId)}/buy`, { session, json: named })
  assert.equal(bought.statusCode, 200, bought.body)
  const orders = await send('GET', '/api/orders', { session })
  assert.deepEqual(
    orders.json().items.map((order: { orderId: string }) => order.orderId),
    [orderId],
  )
  assert.equal((await send('GET', `/api/trade/${orderId}`, { session })).statusCode, 200)
  await deps.background.settled()
  const [card] = (await send('GET', '/api/credit-check', { session })).json().items
  const again = { retUrl: '/back', cardSeq: card.cardSeq, securityCode: '123' }
  const selected = await send('POST', `${buyAt(packId)}/selected-card`, { session, json: again })
  assert.equal(selected.statusCode, 200, selected.body)
  const deleted = await send('POST', '/api/delete-card', { session, json: { cardSeq: card.cardSeq } })
  assert.equal(deleted.statusCode, 200, deleted.body)
})

test('every 400 of a payment call carries the field error', async () => {
  const packId = await seedPack(sql)
  const { session } = await seedBuyer(world)
  const entry = `${buyAt(packId)}/new-card`
  const used = await newCard()
  assert.equal((await send('POST', entry, { session, json: used })).statusCode, 200)
  const other = await seedBuyer(world)
  const declined = await refusal('POST', entry, { session: other.session, json: used })
  assert.deepEqual([declined.status, declined.errorCode, declined.error], [400, 'PAYMENT_DECLINED', 'EX1000302'])
  const incomplete = await refusal('POST', entry, { session, json: { retUrl: '/' } })
  assert.deepEqual(
    [incomplete.status, incomplete.errorCode, incomplete.error, incomplete.details?.map(({ field }) => field)],
    [400, 'INVALID_REQUEST_FORMAT', 'INVALID_REQUEST_FORMAT', ['paymentToken']],
  )
  const unknown = await refusal('POST', entry, { session, json: { ...used, quantity: 2 } })
  assert.deepEqual(unknown.details, [{ field: 'quantity', fault: 'unrecognized_keys' }])
  await givePoints(world, other, 2000)
  const json = { ...(await newCard()), usedPoint: 1100 }
  const whole = await refusal('POST', entry, { session: other.session, json })
  assert.deepEqual([whole.status, whole.errorCode, whole.error], [400, 'INVALID_INPUT', 'INVALID_INPUT'])
  // other calls have no such field
  assert.ok(!('error' in (await refusal('GET', '/api/packs?limit=many'))))
})

test('a deferred payment without a reservation buys at once by the form, and one of somebody else is asked to reserve first', async () => {
  const packId = await seedPack(sql)
  const buyer = await seedBuyer(world)
  const { session } = buyer
  const entered = await enterPaidy(world, buyer, packId)
  assert.ok(entered.ok)
  const ref = 'an order number of the client'
  const somebody = { ...entered.data, buyer: { ...entered.data.buyer, email: 'somebody@example.jp' } }
  const pay = (orderID: string) => ({ session, form: [['orderID', orderID]] as const })
  const foreign = await authorise(world, somebody, { ref })
  const refused = await refusal('POST', `/api/packs/${packId}/buy-paidy`, pay(foreign))
  assert.deepEqual(
    [refused.status, refused.errorCode, refused.details],
    [404, 'NOT_FOUND', [{ field: 'orderID', fault: 'reserve_first' }]],
  )
  const ofToken = { session, json: { paymentOrderId: foreign } }
  const { details } = await refusal('POST', `/api/tokens/${nobody}/buy-paidy`, ofToken)
  assert.deepEqual(details, [{ field: 'paymentOrderId', fault: 'reserve_first' }])
  const alone = await authorise(world, entered.data, { ref })
  const whole = await send('POST', `/api/packs/${packId}/buy-paidy`, pay(alone))
  assert.equal(whole.statusCode, 200, whole.body)
  const payId = await authorise(world, entered.data)
  const bought = await send('POST', `/api/packs/${packId}/buy-paidy`, pay(payId))
  assert.equal(bought.statusCode, 200, bought.body)
})

test('each step that is missing before a purchase is refused by its own name', async () => {
  const packId = await seedPack(sql)
  const enter = async ({ session }: SeededMember, pack = packId) =>
    refusal('POST', `${buyAt(pack)}/new-card`, { session, json: await newCard() })
  const codeOf = async (member: SeededMember, pack?: string) => {
    const { errorCode, details = [] } = await enter(member, pack)
    return [errorCode, ...details.map(({ fault }) => fault)].join(' ')
  }
  assert.equal(await codeOf(await seedMember(deps)), 'WALLET_REQUIRED')
  const flowAddress = '0x01cf0e2f2f715450'
  assert.equal(await codeOf(await seedMember(deps, { flowAddress, birthday: null })), 'BIRTHDAY_REQUIRED')
  const buyer = await seedBuyer(world)
  await sql`update members set terms_version = '2000-01-01' where id = ${buyer.memberId}`
  assert.equal(await codeOf(buyer), 'FORBIDDEN terms_outdated')
  const line = await seedPack(sql)
  await sql`update packs set queue_per_second = 1 where id = ${line}`
  assert.equal(await codeOf(await seedBuyer(world), line), 'QUEUE_FIRST')
})

test('packs that cannot be had are refused with the texts of the specification', async () => {
  const { session } = await seedBuyer(world)
  const sold = await seedPack(sql)
  await sql`update pack_stocks set remaining = 0, sold = issued where pack_id = ${sold}`
  const [before, later] = [
    await seedPack(sql, { saleStartsAt: '1 hour' }),
    await seedPack(sql, { saleEndsAt: '-1 hour' }),
  ]
  const refused = async (packId: string) => {
    const { status, message } = await refusal('POST', `${buyAt(packId)}/new-card`, { session, json: await newCard() })
    return { status, message }
  }
  assert.deepEqual(await refused(sold), { status: 500, message: 'pack item out of stock' })
  assert.ok((await refused(before)).message.startsWith('pack is out of selling term (before)'))
  assert.ok((await refused(later)).message.startsWith('pack is out of selling term (after)'))
})

test('passcodes: 401 without a session, the texts of packs, and pairs in every way a form writes them', async () => {
  const { session } = await seedBuyer(world)
  const check = async (action: string): Promise<[string, string][]> => {
    const { token, version } = await bot(action)
    return [
      ['token', token],
      ['auth', version],
    ]
  }
  const look = async (code: string, more = {}) =>
    [`/api/packs/validate/${code}?${new URLSearchParams(await check('passcode_validate')).toString()}`, more] as const
  const sold = await seedGiven(sql, 'passcode')
  await sql`update pack_stocks set remaining = 0, sold = issued where pack_id = ${sold}`
  const none = await seedPasscode(sql, sold)
  assert.equal((await refusal('GET', ...(await look(none.code)))).status, 401)
  const empty = await refusal('GET', ...(await look(none.code, { session })))
  assert.deepEqual([empty.status, empty.message], [500, 'pack item out of stock'])

  const ways = [
    ([a, b]: string[]): [string, string][] => [
      ['itemId', a ?? ''],
      ['count', '1'],
      ['itemId', b ?? ''],
      ['count', '1'],
    ],
    ([a, b]: string[]): [string, string][] => [
      ['itemId[]', a ?? ''],
      ['count[]', '1'],
      ['itemId[]', b ?? ''],
      ['count[]', '1'],
    ],
    ([a, b]: string[]): [string, string][] => [
      ['itemId[0]', a ?? ''],
      ['count[0]', '1'],
      ['itemId[1]', b ?? ''],
      ['count[1]', '1'],
    ],
  ]
  for (const pairsOf of ways) {
    const { packId, itemIds } = await seedSelectable(sql, 'passcode')
    const { code } = await seedPasscode(sql, packId)
    const first = await send('POST', `/api/packs/get/${code}`, { session, form: await check('passcode_get') })
    assert.deepEqual(first.json(), { status: 'rejectForSelectable', packId })
    const form = [...(await check('passcode_get')), ...pairsOf(itemIds)]
    const got = await send('POST', `/api/packs/get/${code}`, { session, form })
    assert.equal(got.statusCode, 200, got.body)
    assert.equal(got.json().status, 'accepted')
  }
})

test('airdrops are claimed by the form and refused by the codes of the specification', async () => {
  const { session } = await seedBuyer(world)
  const claim = async (airdropId: string) => {
    const { token, version } = await bot('airdrop_claim')
    const form = [
      ['token', token],
      ['auth', version],
    ] as const
    const answer = await send('POST', `/api/airdrops/${airdropId}`, { session, form })
    return answer.json().errorCode ?? answer.json().status
  }
  const given = (seed = {}) => seedGiven(sql, 'airdrop', seed)
  const closed = await seedAirdrop(sql, await given())
  await sql`update airdrops set closed_at = kura_now() where id = ${closed}`
  const open = await seedAirdrop(sql, await given())
  assert.deepEqual(
    [
      await claim('nothing'),
      await claim(closed),
      await claim(await seedAirdrop(sql, await given(), { from: '1 hour' })),
      await claim(await seedAirdrop(sql, await given(), { until: '-1 hour' })),
      await claim(await seedAirdrop(sql, await given(), { isForAll: false, who: [randomUUID()] })),
      await claim(await seedAirdrop(sql, await given({ units: 1 }), { each: 2 })),
      await claim(open),
      await claim(open),
    ],
    [
      'AirdropPackNotFound',
      'AirdropPackOutOfSellingTerm',
      'AirdropPackOutOfSellingTermBefore',
      'AirdropPackOutOfSellingTermAfter',
      'AirdropPackNotReserved',
      'AirdropOutOfStock',
      'accepted',
      'AirdropAlreadyClaimed',
    ],
  )
})
