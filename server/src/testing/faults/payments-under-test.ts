import assert from 'node:assert/strict'
import type { OrderView } from '@kura/contract/checkout/order'
import type { Result } from '@kura/contract/result'
import { buy, listTrades, seedBuyer, seedPack, setCard } from '../../checkout/order/testing/shop.ts'
import {
  buyPaidy,
  enterAndAuthorise,
  enterByCard,
  listPaidy,
  setPaidy,
  work,
} from '../../checkout/order/testing/tenders.ts'
import type { SeededMember } from '../seed-member.ts'
import { testWorld } from '../test-world.ts'
import type { TestWorld } from '../test-world.ts'

export type Gateway = {
  name: 'card' | 'paidy'
  /** The call at which the money is taken, and the one that tells what is true. */
  take: string
  ask: string
  giveBack: string
  /** The account that holds its money. */
  account: string
  set: (world: TestWorld, switches: Record<string, unknown>) => Promise<void>
  /** Reserves and agrees, up to the step that takes the money; returns the order and that step. */
  begin: (
    world: TestWorld,
    buyer: SeededMember,
    packId: string,
    usedPoint?: number,
  ) => Promise<{ orderId: string; pay: () => Promise<Result<OrderView>> }>
  /** How often the gateway took money and gave it back, over all orders. */
  count: (world: TestWorld) => Promise<{ taken: number; givenBack: number }>
}

const card: Gateway = {
  name: 'card',
  take: 'SecureTran2',
  ask: 'SearchTrade',
  giveBack: 'AlterTran',
  account: 'psp:card',
  set: setCard,
  begin: async (world, buyer, packId, usedPoint) => {
    const entered = await enterByCard(world, buyer, packId, usedPoint)
    assert.ok(entered.ok, JSON.stringify(entered))
    const { orderId, accessID } = entered.data
    return { orderId, pay: () => buy(world, buyer, packId, accessID) }
  },
  count: async (world) => {
    const steps = (await listTrades(world)).flatMap(({ history }) => history.map(({ status }) => status))
    const returns = ['VOID', 'RETURN', 'RETURNX']
    return {
      taken: steps.filter((status) => status === 'CAPTURE').length,
      givenBack: steps.filter((status) => returns.includes(status)).length,
    }
  },
}

const paidy: Gateway = {
  name: 'paidy',
  take: 'capture',
  ask: 'get',
  giveBack: 'refund',
  account: 'psp:paidy',
  set: setPaidy,
  begin: async (world, buyer, packId, usedPoint) => {
    const { orderId, payId } = await enterAndAuthorise(world, buyer, packId, usedPoint)
    return {
      orderId,
      pay: async () => {
        const bought = await buyPaidy(world, buyer, packId, payId)
        return bought.ok ? { ok: true, data: bought.data.order } : bought
      },
    }
  },
  count: async (world) => {
    const payments = await listPaidy(world)
    return {
      taken: payments.flatMap(({ captures }) => captures).length,
      givenBack: payments.flatMap(({ refunds }) => refunds).length,
    }
  },
}
export const gateways: readonly Gateway[] = [card, paidy]

/** A shop with one pack and one buyer. */
export async function faultShop(t: { after: (end: () => Promise<void>) => void }, units = 3) {
  const world = await testWorld(t)
  const packId = await seedPack(world.deps.sql, { units })
  return { world, sql: world.deps.sql, packId, buyer: await seedBuyer(world) }
}

/** State and reason of an order. */
export async function stateOf({ deps }: TestWorld, orderId: string): Promise<string> {
  const [row] = await deps.sql<{ state: string }[]>`select state from orders where id = ${orderId}`
  assert.ok(row)
  return row.state
}

/**
 * The buyer comes back and the worker works, minute after minute, until the order has ended;
 * answers how.
 */
export async function untilEnd(world: TestWorld, orderId: string, pay: () => Promise<unknown>): Promise<string> {
  const ends = ['delivered', 'expired', 'refunded', 'quarantined']
  for (let minute = 0; minute < 45; minute += 1) {
    await pay()
    await work(world, 1)
    const state = await stateOf(world, orderId)
    if (ends.includes(state)) return state
    await world.moveClock('1 minute')
  }
  throw new Error('the order did not end within its time')
}
