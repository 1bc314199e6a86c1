import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { newId } from '../../platform/db/id.ts'
import type { Sql } from '../../platform/db/connect.ts'
import { seedBuyer } from '../../checkout/order/testing/shop.ts'
import { seedAirdrop, seedGiven, seedPasscode, seedSelectable } from '../../shop/pack/testing/given-packs.ts'
import { testWorld } from '../../testing/test-world.ts'
import type { TestWorld } from '../../testing/test-world.ts'
import { checkInvariants } from './check.ts'
import { plantIn } from './testing/plant.ts'

let world: TestWorld
let at: {
  passcode: string
  member: string
  airdrop: string
  pack: string
  order: string
  chosen: string
  ref: string
  items: string[]
  gift: string
}
const ends: (() => Promise<void>)[] = []

// a passcode that was used, a selectable pack that was filled with it, an airdrop that was claimed
before(async () => {
  world = await testWorld({ after: (end) => void ends.push(end) })
  const { sql } = world.deps
  const buyer = await seedBuyer(world)
  const { session } = buyer
  const { packId, itemIds } = await seedSelectable(sql, 'passcode')
  const { id, code } = await seedPasscode(sql, packId, { uses: 2 })
  const { token } = await world.bot('passcode_get')
  const got = await world.call(
    'getPasscode',
    { params: { passcode: code }, body: { token, auth: 'v3', itemId: itemIds, count: [1, 1] } },
    { session },
  )
  assert.ok(got.ok && got.data.status === 'accepted', JSON.stringify(got))
  const airdrop = await seedAirdrop(sql, await seedGiven(sql, 'airdrop'))
  const claim = await world.bot('airdrop_claim')
  const claimed = await world.call(
    'claimAirdrop',
    { params: { airdropId: airdrop }, body: { token: claim.token, auth: 'v3' } },
    { session },
  )
  assert.ok(claimed.ok && claimed.data.status === 'accepted', JSON.stringify(claimed))
  const [unit] = await sql<[{ id: string }]>`
    select o.unit_id as id from orders o where o.grant_cause like 'passcode:%'`
  const [taken] = await sql<[{ ref: string }]>`select ref_id as ref from pack_pool where unit_id is not null`
  const [order] = got.data.orderIds
  const [gift] = claimed.data.orderIds
  at = {
    passcode: id,
    member: buyer.memberId,
    airdrop,
    pack: packId,
    order: order ?? '',
    chosen: unit.id,
    ref: taken.ref,
    items: itemIds.toSorted(),
    gift: gift ?? '',
  }
})
after(async () => {
  for (const end of ends) await end()
})

const plant = (change: (db: Sql) => Promise<unknown>, since: Date | null) =>
  plantIn({ sql: world.deps.sql }, change, { since })

test('what was given breaks nothing', async () => {
  assert.deepEqual(await checkInvariants(world.deps), [])
  assert.deepEqual(await checkInvariants(world.deps, { since: new Date(0) }), [])
})

const plants: [string, (db: Sql) => Promise<unknown>, () => string][] = [
  [
    'a passcode counted twice',
    (db) => db`update passcodes set uses = 2`,
    () => `G1 ${at.passcode}: the counter says 2 uses`,
  ],
  [
    'a passcode used without an order',
    async (db) => {
      await db`insert into passcode_uses (passcode_id, member_id) values (${at.passcode}, ${at.gift})`
      await db`update passcodes set uses = 2`
    },
    () => `G1 ${at.passcode}/${at.gift}: used without an order`,
  ],
  [
    'a pool that is not what its counter says',
    (db) => db`update pack_selectables set remaining = remaining + 1 where item_id = ${at.items[0] ?? ''}`,
    () => `G2 ${at.pack}/${at.items[0]}: issued/left are`,
  ],
  [
    'a card that was taken and lies nowhere',
    (db) => db`delete from pack_cards where unit_id = ${at.chosen} and item_id = ${at.items[0] ?? ''}`,
    () => `G2 ${at.chosen}: a sold unit of a selectable pack holds 1 cards`,
  ],
  [
    'a taken card that is not in its unit',
    (db) => db`update pack_cards set serial = 9 where unit_id = ${at.chosen}`,
    () => `G2 ${at.ref}: taken by unit ${at.chosen} but not in it`,
  ],
  [
    'a claim without its orders',
    (db) => db`delete from orders where id = ${at.gift}`,
    () => `G3 ${at.airdrop}/${at.member}: claimed 1 packs, there are 0`,
  ],
  [
    'an order given for a passcode that nobody used',
    (db) => db`delete from passcode_uses`,
    () => `G4 ${at.order}: given for passcode:${at.passcode}`,
  ],
  [
    'an order given for an airdrop that nobody claimed',
    (db) => db`delete from airdrop_claims`,
    () => `G4 ${at.gift}: given for airdrop:${at.airdrop}`,
  ],
  [
    'a payment for what was given for nothing',
    (db) => db`
      insert into payments (id, order_id, attempt, gateway_order_id, amount_yen, ret_url, state)
      values (${newId()}, ${at.gift}, 1, 'X', 1, '', 'declined')`,
    () => `G4 ${at.gift}: given, but a payment`,
  ],
]
// an order that is not there did not move
const onlyWhole = ['a claim without its orders']
for (const [name, change, expected] of plants) {
  for (const since of onlyWhole.includes(name) ? [null] : [null, new Date(0)])
    test(`${name} is named by a check of ${since ? 'what changed' : 'everything'}`, async () => {
      const named = await plant(change, since)
      assert.ok(
        named.some((one) => one.startsWith(expected())),
        `${expected()} is not in ${named.join(', ')}`,
      )
    })
}
