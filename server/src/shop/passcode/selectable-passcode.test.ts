import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { AppError } from '@kura/contract/errors'
import { checkInvariants } from '../../audit/check/check.ts'
import { seedBuyer } from '../../checkout/order/testing/shop.ts'
import { ipOf, seedGiven, seedPasscode, seedSelectable, seedViewers } from '../pack/testing/given-packs.ts'
import { testWorld } from '../../testing/test-world.ts'
import { getPasscode } from './get-passcode.ts'
import { forgetRates, get, look } from './testing/passcode-calls.ts'
import type { Pairs } from './testing/passcode-calls.ts'
import { codeOf } from '../../testing/code-of.ts'

test('a selectable pack: first rejected with its id, then filled as chosen and opened by itself', async (t) => {
  const world = await testWorld(t)
  const { packId, itemIds } = await seedSelectable(world.deps.sql, 'passcode')
  const [one = '', two = ''] = itemIds
  const { code } = await seedPasscode(world.deps.sql, packId)
  const buyer = await seedBuyer(world)
  const { token } = await world.bot('passcode_validate')
  assert.ok((await look(world, buyer, code, token)).ok)
  const rejected = await get(world, buyer, code, { token })
  assert.deepEqual(rejected, { ok: true, data: { status: 'rejectForSelectable', packId } })
  const list = await world.call('listSelectable', { params: { packId } }, { session: buyer.session })
  assert.ok(list.ok)
  assert.deepEqual(list.data.items.map(({ item, remaining, most }) => [item.itemId, remaining, most]).toSorted(), [
    [one, 10, 2],
    [two, 10, 1],
  ])
  const got = await get(world, buyer, code, { token, itemId: [two, one], count: ['1', '1'] })
  assert.ok(got.ok && got.data.status === 'accepted', JSON.stringify(got))
  const cards = await world.deps.sql`
    select c.item_id, c.serial from pack_cards c join orders o on o.unit_id = c.unit_id order by place`
  assert.deepEqual(
    cards.map((row) => [row['item_id'], row['serial']]),
    [
      [one, 1],
      [two, 1],
    ],
  )
  assert.equal((await world.deps.sql`select 1 from openings`).length, 1)
  const left = await world.deps.sql`select remaining from pack_selectables where pack_id = ${packId} order by item_id`
  assert.deepEqual(
    left.map((row) => row['remaining']),
    [9, 9],
  )
  assert.deepEqual(await checkInvariants(world.deps), [])
  const none = await world.call(
    'listSelectable',
    { params: { packId: await seedGiven(world.deps.sql, 'passcode') } },
    { session: buyer.session },
  )
  assert.equal(codeOf(none), 'NOT_FOUND')
})

test('a wrong selection is refused by field and uses nothing up', async (t) => {
  const world = await testWorld(t)
  const { packId, itemIds } = await seedSelectable(world.deps.sql, 'passcode')
  const [one = '', two = ''] = itemIds
  const { code } = await seedPasscode(world.deps.sql, packId)
  const buyer = await seedBuyer(world)
  const wrong: [Pairs, string, string[]][] = [
    [{ itemId: [one, 'nobody'], count: [1, 1] }, 'INVALID_INPUT', ['itemId.1 unknown_item']],
    [{ itemId: one, count: 1 }, 'INVALID_INPUT', ['count wrong_sum']],
    [{ itemId: [one, two], count: [2, 1] }, 'INVALID_INPUT', ['count wrong_sum']],
    [{ itemId: two, count: 2 }, 'INVALID_INPUT', ['count.0 over_most']],
    [{ itemId: [one, one], count: [1, 1] }, 'INVALID_INPUT', ['itemId.1 repeated_item']],
    [{ itemId: [one, two], count: 2 }, 'INVALID_INPUT', ['count pair_missing']],
    [{ itemId: one, count: [1, 1] }, 'INVALID_INPUT', ['itemId pair_missing']],
    [{ itemId: one }, 'INVALID_INPUT', ['count pair_missing']],
    [{ count: 2 }, 'INVALID_INPUT', ['itemId pair_missing']],
    ...['0', '-1', '1e3', '1.5', '1000000000', '', ' 1', '0x1', 'NaN', '21'].map((count): [Pairs, string, string[]] => [
      { itemId: one, count },
      'INVALID_REQUEST_FORMAT',
      [],
    ]),
    [{ itemId: Array.from({ length: 21 }, () => one), count: 1 }, 'INVALID_REQUEST_FORMAT', []],
    [{ itemId: '../x', count: 2 }, 'INVALID_REQUEST_FORMAT', []],
  ]
  for (const [pairs, errorCode, faults] of wrong) {
    await forgetRates(world)
    const answer = await get(world, buyer, code, pairs)
    assert.ok(!answer.ok, JSON.stringify(pairs))
    assert.equal(answer.body.errorCode, errorCode, JSON.stringify(pairs))
    const found = (answer.body.details ?? []).map(({ field, fault }) => `${field} ${fault}`)
    if (faults.length > 0) assert.deepEqual(found, faults)
  }
  const plain = await seedPasscode(world.deps.sql, await seedGiven(world.deps.sql, 'passcode'))
  await forgetRates(world)
  const unasked = await get(world, buyer, plain.code, { itemId: one, count: 2 })
  assert.deepEqual(!unasked.ok && unasked.body.details, [{ field: 'itemId', fault: 'not_selectable' }])
  const rows = await world.deps.sql`
    select 1 from passcode_uses union all select 1 from orders union all select 1 from pack_cards c
      join pack_units u on u.id = c.unit_id where u.pack_id = ${packId}`
  assert.equal(rows.length, 0)
  assert.ok((await get(world, buyer, code, { itemId: one, count: '2' })).ok)
  assert.deepEqual(await checkInvariants(world.deps), [])
})

test('the last copies of a pool go to exactly as many members as there are copies', async (t) => {
  const world = await testWorld(t)
  const { packId, itemIds } = await seedSelectable(world.deps.sql, 'passcode', {
    units: 30,
    cards: 2,
    items: [
      { copies: 3, most: 1 },
      { copies: 60, most: 2 },
    ],
  })
  const [rare = '', plain = ''] = itemIds
  const { code } = await seedPasscode(world.deps.sql, packId, { uses: 30 })
  const viewers = await seedViewers(world.deps, 20)
  const tokens = await Promise.all(viewers.map(async () => (await world.bot('passcode_get')).token))
  const answers = await Promise.all(
    viewers.map((viewer, at) => {
      // half of them name the items the other way round
      const itemId = at % 2 === 0 ? [rare, plain] : [plain, rare]
      const body = { token: tokens[at] ?? '', auth: 'v3' as const, itemId, count: [1, 1] }
      return getPasscode(world.deps, viewer, { params: { passcode: code }, body }, { ip: ipOf(at) }).then(
        ({ status }) => status as string,
        (error: AppError) => error.code as string,
      )
    }),
  )
  assert.equal(answers.filter((answer) => answer === 'accepted').length, 3, answers.join())
  assert.equal(answers.filter((answer) => answer === 'PACK_OUT_OF_STOCK').length, 17)
  const [uses] = await world.deps.sql`select uses from passcodes`
  assert.equal(uses?.['uses'], 3, 'who got nothing used nothing')
  assert.deepEqual(await checkInvariants(world.deps), [])
})
