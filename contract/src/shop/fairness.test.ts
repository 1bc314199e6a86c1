import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkFairness, commitmentOf, dealUnits, drawOrder, isConsistent } from './fairness.ts'
import type { Deal, FairnessStep } from './fairness.ts'
import type { PackFairness } from './pack.ts'

// Found by another implementation of the same rules (node:crypto, synchronous).
const deal: Deal = {
  packId: 'vector',
  issued: 7,
  cardsPerPack: 3,
  contents: [
    { itemId: 'moon', copies: 12, firstSerial: 5 },
    { itemId: 'a-rare', copies: 9, firstSerial: 1 },
  ],
  salt: Buffer.from('kura test vector salt, 32 bytes!').toString('hex'),
}
const blockId = 'ab'.repeat(32)

test('the deal, its commitment and the draw are those of the vectors', async () => {
  const units = await dealUnits(deal)
  assert.deepEqual(units[0], {
    id: '1f4e7d16-52e0-4c4e-9bdd-60bcc059e85b',
    number: 1,
    cards: [
      { itemId: 'moon', serial: 10, refId: 'fce4cc90-0f61-46f8-80dd-8d8db8f99dc3' },
      { itemId: 'moon', serial: 8, refId: '60f2f28d-e125-40f7-ba67-bdabd48f8667' },
      { itemId: 'a-rare', serial: 8, refId: '69d8f9da-a617-4c2c-a009-049fed2d7a16' },
    ],
  })
  assert.equal(
    await commitmentOf(deal, units, null),
    '299abc081db8f5e5410e02e002160c300f1200d77b2f401f27be93aed7d89e5c',
  )
  assert.equal(
    await commitmentOf(deal, units, '1234'),
    'ad67c909078e6192392831aafac11d8d94731a38d9607f04772f0b6951e8504d',
  )
  assert.deepEqual(await drawOrder(deal, blockId), [1, 5, 4, 6, 2, 3, 0])
})

test('every copy is dealt once, and every place drawn once, in packs of all sizes', async () => {
  for (const issued of [1, 2, 3, 100, 1000]) {
    const contents = [{ itemId: 'x', copies: issued * 2, firstSerial: 3 }]
    const units = await dealUnits({ ...deal, issued, cardsPerPack: 2, contents })
    const serials = units.flatMap(({ cards }) => cards.map(({ serial }) => serial)).toSorted((a, b) => a - b)
    assert.deepEqual(
      serials,
      Array.from({ length: issued * 2 }, (_, n) => n + 3),
    )
    const order = await drawOrder({ packId: 'x', issued }, blockId)
    assert.deepEqual(
      order.toSorted((a, b) => a - b),
      Array.from({ length: issued }, (_, n) => n),
    )
  }
  await assert.rejects(dealUnits({ ...deal, issued: 8 }), /21 cards/)
})

test('the order differs by pack and by block', async () => {
  const orders = await Promise.all([
    drawOrder({ packId: 'a', issued: 50 }, blockId),
    drawOrder({ packId: 'b', issued: 50 }, blockId),
    drawOrder({ packId: 'a', issued: 50 }, 'cd'.repeat(32)),
  ])
  assert.equal(new Set(orders.map(String)).size, 3)
})

async function proofOf(algorithm: PackFairness['algorithm']): Promise<PackFairness> {
  const dealt = await dealUnits(deal)
  const drawHeight = algorithm === 'kura-deal-2' ? '1234' : null
  const order = drawHeight === null ? dealt.map((_, n) => n) : await drawOrder(deal, blockId)
  return {
    packId: deal.packId,
    algorithm,
    commitment: await commitmentOf(deal, dealt, drawHeight),
    committedAt: '2026-11-01T00:00:00.000Z',
    issued: deal.issued,
    cardsPerPack: deal.cardsPerPack,
    contents: [...deal.contents],
    drawHeight,
    drawBlockId: drawHeight === null ? null : blockId,
    salt: deal.salt,
    units: order.map((n) => dealt[n]?.cards ?? []),
  }
}

test('a published proof of either algorithm is right in every step', async () => {
  for (const algorithm of ['kura-deal-1', 'kura-deal-2'] as const) {
    const results = await checkFairness(JSON.parse(JSON.stringify(await proofOf(algorithm))))
    assert.equal(results.length, 4)
    assert.ok(isConsistent(results), JSON.stringify(results))
  }
})

type Card = { itemId: string; serial: number; refId: string }
type Open = Omit<PackFairness, 'units'> & { units: Card[][] }
const swapOf = <T>(list: T[], a: number, b: number): void => {
  const kept = list[a] as T
  list[a] = list[b] as T
  list[b] = kept
}
const cardAt = (units: Card[][], unit: number, place: number): Card => {
  const card = units[unit]?.[place]
  assert.ok(card)
  return card
}
/** Where a published unit holds a card of another item than the one next to it, a swap of serials is a change. */
const forgeries: [string, FairnessStep, (proof: Open) => void][] = [
  ['one serial', 'cards', ({ units }) => void (cardAt(units, 2, 1).serial += 1)],
  [
    'serials of two cards exchanged',
    'cards',
    ({ units }) => {
      const [a, b] = [cardAt(units, 0, 0), cardAt(units, 1, 0)]
      ;[a.serial, b.serial] = [b.serial, a.serial]
    },
  ],
  ['one reference', 'cards', ({ units }) => void (cardAt(units, 6, 2).refId = '00000000-0000-4000-8000-000000000000')],
  ['one item', 'cards', ({ units }) => void (cardAt(units, 0, 0).itemId = 'another')],
  ['a card of one pack in another', 'cards', ({ units }) => void ((units[0] as Card[])[0] = units[1]?.[0] as Card)],
  ['a pack there twice', 'cards', ({ units }) => void (units[0] = units[1] as Card[])],
  ['the order of two packs', 'order', ({ units }) => swapOf(units, 3, 4)],
  ['the order of two cards in a pack', 'cards', ({ units }) => swapOf(units[3] as Card[], 0, 1)],
  ['the salt', 'commitment', (proof) => void (proof.salt = `00${deal.salt.slice(2)}`)],
  ["the block's id", 'order', (proof) => void (proof.drawBlockId = 'cd'.repeat(32))],
  ['the height', 'commitment', (proof) => void (proof.drawHeight = '1235')],
  ['the commitment', 'commitment', (proof) => void (proof.commitment = 'ff'.repeat(32))],
  ['the name of the pack', 'commitment', (proof) => void (proof.packId = 'another')],
  [
    'the first serial of an item',
    'commitment',
    ({ contents }) => void ((contents[0] as { firstSerial: number }).firstSerial = 6),
  ],
  [
    'copies of a rare item as a common one',
    'commitment',
    ({ contents }) => {
      const [moon, rare] = contents as { copies: number }[]
      if (moon) moon.copies += 1
      if (rare) rare.copies -= 1
    },
  ],
  ['a missing pack', 'form', ({ units }) => void units.pop()],
  ['the older algorithm', 'form', (proof) => void (proof.algorithm = 'kura-deal-1')],
  [
    'the older algorithm, without a block',
    'commitment',
    (proof) => void Object.assign(proof, { algorithm: 'kura-deal-1', drawHeight: null, drawBlockId: null }),
  ],
  ['another form', 'form', (proof) => void Object.assign(proof, { issued: 'seven' })],
]

test('whatever is changed in a proof is refused, at the step that sees it', async (t) => {
  for (const [what, step, change] of forgeries)
    await t.test(what, async () => {
      const proof = structuredClone(await proofOf('kura-deal-2')) as Open
      change(proof)
      const results = await checkFairness(proof)
      assert.ok(!isConsistent(results))
      assert.deepEqual(
        results.filter(({ result }) => result === 'wrong').map((found) => found.step),
        [step],
      )
    })
})

test('what is not published yet is waited for, and proves nothing', async () => {
  const proof = await proofOf('kura-deal-2')
  for (const more of [{}, { drawBlockId: null }, { drawBlockId: null, drawHeight: null, commitment: '' }]) {
    const results = await checkFairness({ ...proof, salt: null, units: null, ...more })
    assert.deepEqual(
      results.map(({ result }) => result),
      ['right', 'waiting', 'waiting', 'waiting'],
    )
    assert.ok(!isConsistent(results))
  }
})
