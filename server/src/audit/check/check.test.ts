import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { startWorld } from '../../../../cadence/tests/world.ts'
import type { World } from '../../../../cadence/tests/world.ts'
import { buy, enterAndPass, seedBuyer, seedPack } from '../../checkout/order/testing/shop.ts'
import { fullWorld } from '../../shop/opening/testing/full-world.ts'
import type { TestWorld } from '../../testing/test-world.ts'
import { until } from '../../testing/until.ts'
import { checkInvariants } from './check.ts'
import type { CheckScope } from './check.ts'
import { checkAndCount } from './run-checks.ts'
import { plantIn } from './testing/plant.ts'
import { addReceipt, more, nightly, order, plants, token } from './testing/contradictions.ts'

let chain: World
const ends: (() => unknown)[] = []
let world: TestWorld

// one whole purchase to contradict: paid, opened, minted and seen by the indexer
before(async () => {
  chain = await startWorld()
  world = await fullWorld({ after: (end) => void ends.push(end as () => unknown) }, chain)
  const member = await chain.newMember()
  const packId = await seedPack(world.deps.sql, { kind: 'single', isRegistered: false, perMemberLimit: 1 })
  const buyer = await seedBuyer(world, member.address)
  const { accessID } = await enterAndPass(world, buyer, packId)
  assert.ok((await buy(world, buyer, packId, accessID)).ok)
  await until('the token is seen', async () => {
    const [seen] = await world.deps.sql`
      select count(*)::int as count from tokens t join pack_cards c on c.ref_id = t.ref_id
        join openings n on n.unit_id = c.unit_id where n.state = 'sealed'`
    return seen?.['count'] === 1
  })
  const [row] = await world.deps.sql<[typeof order]>`
    select o.id, o.pack_id as "packId", o.member_id as "memberId", o.unit_id as "unitId", p.id as "paymentId", n.id as "openingId"
      from orders o join payments p on p.order_id = o.id join openings n on n.order_id = o.id`
  Object.assign(order, row)
  const [minted] = await world.deps.sql<[{ id: string }]>`
    select t.id::text from tokens t join pack_cards c on c.ref_id = t.ref_id`
  Object.assign(token, minted)
})
after(async () => {
  for (const end of ends) await end()
  await chain.close()
})

const plant = (change: (sql: TestWorld['deps']['sql']) => Promise<unknown>, scope: CheckScope = {}) =>
  plantIn(world.deps, change, scope)

/**
 * Whether one of these was named so: invariant and id, and the beginning of the words where they
 * matter.
 */
const has = (named: readonly string[], expected: string): boolean =>
  named.some((one) => one.startsWith(expected.includes(': ') ? expected : `${expected}: `))

test('a whole purchase breaks nothing, and the metric says so', async () => {
  assert.deepEqual(await checkInvariants(world.deps, { withGateway: true, withChain: true }), [])
  assert.deepEqual(await checkAndCount(world.deps), [])
  const text = await world.deps.metrics.registry.metrics()
  assert.match(text, /kura_invariant_violations\{invariant="I1"\} 0/)
})

test('an extra entry is named', async () => {
  const [movement] = await world.deps.sql<[{ id: string }]>`select id from ledger_movements`
  const named = await plant(async (sql) => {
    await sql`insert into ledger_accounts (id, unit, kind) values ('extra', 'yen', 'system')`
    await sql`insert into ledger_entries (movement_id, account_id, amount) values (${movement.id}, 'extra', 5)`
  })
  assert.ok(has(named, `I1 ${movement.id}`))
  assert.ok(has(named, 'I1 yen'))
  assert.ok(has(named, 'I2 extra'))
})

// what only the sum of all payments tells is not for the frequent look at what changed
const onlyWhole = ['money missing on the gateway account']
for (const [name, change, expected] of plants) {
  test(`${name} is named`, async () => {
    const scopes = onlyWhole.includes(name) ? [{}] : [{}, { since: new Date(0) }]
    for (const scope of scopes) {
      const named = await plant(change, scope)
      assert.ok(has(named, expected()), `${expected()} is not in ${named.join(', ')}`)
    }
  })
}

for (const [name, change, expected] of more) {
  for (const scope of [{}, { since: new Date(0) }])
    test(`${name} is named by a check of ${'since' in scope ? 'what changed' : 'everything'}`, async () => {
      const named = await plant(change, scope)
      assert.ok(has(named, expected()), `${expected()} is not in ${named.join(', ')}`)
    })
}

for (const [name, change, expected] of nightly) {
  test(`${name} is found by the check of everything`, async () => {
    const named = await plant(change)
    const isNamed = expected().endsWith(' ') ? named.some((one) => one.startsWith(expected())) : has(named, expected())
    assert.ok(isNamed, `${expected()} is not in ${named.join(', ')}`)
  })
}
test('a receipt that says what the books say is no violation', async () => {
  const named = await plant((sql) => addReceipt(sql, 'receipt', { totalYen: 1100, taxes: [{ taxYen: 100 }] }))
  assert.deepEqual(named, [])
})

test('a second token of one reference, and an owner the chain does not know, are named', async () => {
  const [token] = await world.deps.sql<[{ id: string }]>`
    select t.id::text from tokens t join pack_cards c on c.ref_id = t.ref_id`
  const twice = await plant(async (sql) => {
    await sql`alter table tokens drop constraint tokens_ref_id_key, drop constraint tokens_item_id_serial_key`
    await sql`insert into tokens select 999999, ref_id, item_id, serial, '0x0000000000000009', minted_tx_id, minted_height,
                minted_at, moved_at, last_height, last_event, burned_at from tokens where id = ${token.id}`
  })
  assert.ok(has(twice, `I7 ${token.id}: the reference`))
  assert.ok(has(twice, `I7 ${token.id}: serial`))
  const moved = await plant((sql) => sql`update tokens set owner_address = '0x0000000000000009' where id = ${token.id}`)
  assert.ok(has(moved, `I7 ${token.id}: the owner is`))

  // rows that agree with each other but not with the chain; committed, because the comparison reads
  // on its own
  const { sql } = world.deps
  const [before] = await sql<[{ owner: string }]>`select owner_address as owner from tokens where id = ${token.id}`
  await sql`update tokens set owner_address = ${chain.agent.address} where id = ${token.id}`
  const drifted = await checkInvariants(world.deps, { withChain: true })
  assert.ok(
    drifted.some(({ invariant, id, what }) => invariant === 'I7' && id === token.id && /the chain says/.test(what)),
  )
  await sql`update tokens set owner_address = ${before.owner} where id = ${token.id}`
})

test('a payment the gateway sees differently is named', async () => {
  const [payment] = await world.deps.sql<
    [{ id: string; pass: string }]
  >`select access_id as id, access_pass as pass from payments`
  const [asked] = await world.deps.sql<[{ gatewayOrderId: string }]>`
    select gateway_order_id as "gatewayOrderId" from payments`
  const found = await world.deps.card.search(asked)
  assert.ok(found.kind === 'found')
  assert.equal(payment.id, found.trade.ref)
  assert.equal((await world.deps.card.refund(asked, found.trade)).kind, 'done')
  const named = await checkInvariants(world.deps, { withGateway: true })
  assert.deepEqual(
    named.map(({ invariant, id }) => [invariant, id]),
    [['I9', order.id]],
  )
})

test('history that changes after it was seen is named', async () => {
  const { sql } = world.deps
  await world.moveClock('10 minutes')
  await checkAndCount(world.deps)
  const named = await plant(async (db) => {
    await db`update ledger_entries set amount = amount + 1 where account_id = 'psp:card'`
    await db`update ledger_entries set amount = amount - 1 where account_id = 'sales:packs'`
    await db`update ledger_accounts set balance = balance + case id when 'psp:card' then 1 else -1 end where id in ('psp:card', 'sales:packs')`
  })
  const [mark] = await sql<[{ until: string }]>`select until::text from ledger_marks`
  assert.ok(has(named, `I4 ${mark.until}`))
  assert.ok(!named.some((one) => one.startsWith('I2')))
})

test('the ledger refuses to be changed', async () => {
  const { sql } = world.deps
  for (const change of [
    sql`update ledger_entries set amount = 0`,
    sql`delete from ledger_entries`,
    sql`truncate ledger_entries`,
    sql`update ledger_movements set reason = ''`,
    sql`delete from ledger_movements`,
  ])
    await assert.rejects(change, /append-only/)
})
