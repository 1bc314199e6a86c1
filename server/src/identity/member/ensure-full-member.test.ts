import assert from 'node:assert/strict'
import { after, beforeEach, test } from 'node:test'
import { limits, termsVersion } from '@kura/contract/limits'
import { cardToken, enter, seedPack, stockOf } from '../../checkout/order/testing/shop.ts'
import { seedMember } from '../../testing/seed-member.ts'
import { testWorld } from '../../testing/test-world.ts'
import { startAccountNode } from '../wallet/testing/account-node.ts'
import { ensureFullMember } from './ensure-full-member.ts'

const node = await startAccountNode()
after(node.close)
const world = await testWorld({ after }, { FLOW_ACCESS_NODE: node.url })
const { deps, call, bot } = world
const address = '0xf8d6e0586b0a20c7'
const packId = await seedPack(deps.sql, { units: 40 })
beforeEach(async () => {
  node.isDown = false
  node.collections.clear()
  await deps.sql`update members set flow_address = null`
  await deps.sql`delete from rate_limits`
})

/** A member with a linked wallet whose collection nobody has asked for yet. */
async function seedLinked() {
  const member = await seedMember(deps, { flowAddress: address })
  await deps.sql`update members set collection_address = null, collection_seen_at = null where id = ${member.memberId}`
  return member
}
type Member = Awaited<ReturnType<typeof seedLinked>>

async function tryToBuy(member: Member) {
  const before = await stockOf(deps.sql, packId)
  const answer = await enter(world, member, packId)
  const after = await stockOf(deps.sql, packId)
  const result = answer.ok
    ? 'ok'
    : [answer.status, answer.body.errorCode, answer.body.details?.[0]?.fault].join(' ').trim()
  assert.equal(before.remaining - after.remaining, answer.ok ? 1 : 0, 'only a purchase that began holds a unit')
  return result
}
const isKept = async ({ memberId }: Member) => {
  const [row] = await deps.sql`select collection_address as address from members where id = ${memberId}`
  return row?.['address'] ?? null
}

test('without a wallet, with outdated terms, or without a collection nobody begins a purchase', async () => {
  assert.equal(await tryToBuy(await seedMember(deps)), '403 WALLET_REQUIRED')
  const member = await seedLinked()
  assert.equal(await tryToBuy(member), '403 WALLET_REQUIRED no_collection')
  node.collections.add(address.slice(2))
  for (const version of ['2000-01-01', null]) {
    await deps.sql`update members set terms_version = ${version} where id = ${member.memberId}`
    assert.equal(await tryToBuy(member), '403 FORBIDDEN terms_outdated', String(version))
  }
  const agreed = await call('agreeTerms', { body: { termsVersion } }, { session: member.session })
  assert.ok(agreed.ok)
  assert.equal(await tryToBuy(member), 'ok')
})

test('a yes of the chain is kept for an hour, a no is not', async () => {
  const member = await seedLinked()
  assert.equal(await tryToBuy(member), '403 WALLET_REQUIRED no_collection')
  assert.equal(await isKept(member), null)
  node.collections.add(address.slice(2))
  assert.equal(await tryToBuy(member), 'ok', 'asked again at once')
  assert.equal(await isKept(member), address)
  node.collections.clear()
  assert.equal(await tryToBuy(member), 'ok', 'kept')
  await deps.sql`
    update members set collection_seen_at = collection_seen_at - make_interval(mins => ${limits.collectionMinutes})
     where id = ${member.memberId}`
  assert.equal(await tryToBuy(member), '403 WALLET_REQUIRED no_collection', 'asked again after an hour')
  assert.equal(await isKept(member), null)
  node.isDown = true
  assert.equal(await tryToBuy(member), '503 SERVICE_UNAVAILABLE', 'the last answer was no')
})

test('while the chain is away only a wallet that was seen with a collection buys', async () => {
  const member = await seedLinked()
  node.isDown = true
  assert.equal(await tryToBuy(member), '503 SERVICE_UNAVAILABLE')
  node.isDown = false
  node.collections.add(address.slice(2))
  assert.equal(await tryToBuy(member), 'ok')
  node.isDown = true
  await deps.sql`update members set collection_seen_at = collection_seen_at - interval '30 days' where id = ${member.memberId}`
  assert.equal(await tryToBuy(member), 'ok')
  // what was seen was another wallet's
  await deps.sql`update members set flow_address = '0x01cf0e2f2f715450' where id = ${member.memberId}`
  assert.equal(await tryToBuy(member), '503 SERVICE_UNAVAILABLE')
})

test('a node that hangs holds nobody up who was seen with a collection', async () => {
  const member = await seedLinked()
  await deps.sql`
    update members set collection_address = flow_address, collection_seen_at = kura_now() - interval '1 day'
     where id = ${member.memberId}`
  const asked: string[] = []
  const hanging = { ...deps.accessNode, runScript: () => (asked.push('chain'), new Promise<never>(() => {})) }
  await ensureFullMember({ ...deps, accessNode: hanging }, member)
  assert.deepEqual(asked, ['chain'])
})

test('checking for the collection counts as asking the chain', async () => {
  const member = await seedLinked()
  const look = async () =>
    call('flowSetup', { body: { address } }, { session: member.session, bot: await bot('flow_setup') })
  node.collections.add(address.slice(2))
  assert.ok((await look()).ok)
  assert.equal(await isKept(member), address)
  node.collections.clear()
  assert.ok((await look()).ok)
  assert.equal(await isKept(member), null)
})

test('a repeated purchase returns the first one, also when the member is no full member any more', async () => {
  const member = await seedMember(deps, { flowAddress: address })
  const paymentToken = await cardToken(world)
  const send = () =>
    call('entryOrderNewCard', { params: { packId }, body: { retUrl: '/', paymentToken } }, { session: member.session })
  const first = await send()
  assert.ok(first.ok)
  await deps.sql`update members set terms_version = 'older' where id = ${member.memberId}`
  assert.deepEqual(await send(), first)
})

test('a ban between the session’s check and the gate stops the purchase', async () => {
  const member = await seedMember(deps, { flowAddress: address })
  await ensureFullMember(deps, member)
  await deps.sql`update members set banned_at = kura_now() where id = ${member.memberId}`
  await assert.rejects(ensureFullMember(deps, member), { code: 'INVALID_SESSION' })
})
