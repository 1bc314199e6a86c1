import assert from 'node:assert/strict'
import { memberLimit } from '../src/door.ts'
import { array, uint64 } from '../src/json-cdc.ts'
import {
  cancelAllOrders,
  cleanUpBatchSize,
  cleanUpOrders,
  listGrants,
  maxGrantsPerSeller,
  readStandingOrders,
} from '../src/sale.ts'
import type { Cases } from './main.ts'
import { accessRows } from './weakness-access.ts'
import { list } from './sale-world.ts'
import { signatureRows } from './weakness-signature.ts'
import { fillSeller, fullSeller, tokenRows } from './weakness-token.ts'
import type { World } from './world.ts'

/**
 * One weakness of permission contracts. `naive` attacks ours that has it and answers what the
 * attack got; `real` makes the same attack on SalePermission and answers the words of its refusal.
 * Both throw where that is not so.
 */
export type Row = {
  number: number
  name: string
  naive(world: World): Promise<string>
  real(world: World): Promise<string>
}

const count = 14
const rows = [...signatureRows, ...accessRows, ...tokenRows].toSorted((a, b) => a.number - b.number)
const outcomes = new Map<number, { naive: string; real: string }>()

const isSaid = (words: string) => words.trim().length > 0

/** Each row as a case, and at the end one that misses none. */
export const weaknessCases: Cases = {
  ...Object.fromEntries(
    rows.map((row) => [
      `weakness ${row.number}, ${row.name}: works on the naive contract, not on ours`,
      async (world: World) => {
        const outcome = { naive: await row.naive(world), real: await row.real(world) }
        assert.ok(isSaid(outcome.naive) && isSaid(outcome.real), 'both sides say what came of it')
        outcomes.set(row.number, outcome)
      },
    ]),
  ),
  'a seller with as many orders as there may be ends them all at once (weakness 5 and 13)': async (world) => {
    const { seller } = await fullSeller(world)
    const read = listGrants(world.addresses, { seller: seller.account.address })
    // Row 13 delivers one of them; the token that is left fills the account again.
    if (readStandingOrders(await world.ask(read)).length < maxGrantsPerSeller)
      await list(world, seller.account, seller.tokens[maxGrantsPerSeller]!)
    assert.equal(readStandingOrders(await world.ask(read)).length, maxGrantsPerSeller)
    const call = cancelAllOrders(world.addresses, {})
    const { computationUsed } = await world.act(seller.account, call, 'sale/cancel-all, full account')
    assert.ok(computationUsed <= memberLimit)
    assert.deepEqual(await world.ask(read), [])
  },
  'a stranger clears a full account of dead orders in batches, each within what a member may use (weakness 13)': async (
    world,
  ) => {
    const { seller } = await fillSeller(world)
    const stranger = await world.newAccount()
    const dead = seller.tokens.slice(0, maxGrantsPerSeller).map(({ nftId }) => nftId)
    for (let from = 0; from < dead.length; from += cleanUpBatchSize) {
      const ids = array(dead.slice(from, from + cleanUpBatchSize).map(uint64))
      await world.act(seller.account, world.attack('attacks/replace-tokens', [ids]))
    }
    const { address } = seller.account
    const read = async () => readStandingOrders(await world.ask(listGrants(world.addresses, { seller: address })))
    const orderIds = (await read()).map(({ terms }) => terms.orderId)
    assert.equal(orderIds.length, maxGrantsPerSeller)
    assert.throws(() => cleanUpOrders(world.addresses, { seller: address, orderIds }), RangeError)
    for (let from = 0; from < orderIds.length; from += cleanUpBatchSize) {
      const batch = orderIds.slice(from, from + cleanUpBatchSize)
      const call = cleanUpOrders(world.addresses, { seller: address, orderIds: batch })
      const { computationUsed } = await world.act(
        stranger,
        call,
        `sale/clean-up, ${batch.length} orders of a full account`,
      )
      assert.ok(computationUsed <= memberLimit)
    }
    assert.deepEqual(await read(), [])
  },
  'no weakness of the fourteen is left out (weakness list)': async () => {
    const numbers = Array.from({ length: count }, (_, index) => index + 1)
    assert.deepEqual(
      rows.map(({ number }) => number),
      numbers,
    )
    assert.deepEqual(
      [...outcomes.keys()].toSorted((a, b) => a - b),
      numbers,
    )
  },
}

/** The rows as a table, for people. */
export function printWeaknesses() {
  if (outcomes.size === 0) return
  console.log('\nweaknesses: what the attack got from the naive contract, and what ours answers')
  for (const { number, name } of rows) {
    const outcome = outcomes.get(number)
    const label = `${String(number).padStart(4)}  ${name.padEnd(30)}`
    console.log(
      outcome ? `${label}  naive: ${outcome.naive}\n${' '.repeat(38)}ours: ${outcome.real}` : `${label}  MISSING`,
    )
  }
}
