import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { memberLimit } from '@kura/cadence/door'
import type { TransactionCall } from '@kura/cadence/door'
import { address, array, integer, string, uint64 } from '@kura/cadence/json-cdc'
import { loadCadence } from '@kura/cadence/sources'
import type { SellArgumentsView } from '@kura/contract/market/listing'
import { addressesOf } from '@kura/server/platform/flow/chain-config'
import type { Sql } from '@kura/server/platform/db/connect'
import type { Deps } from '@kura/server/deps'
import { seedLot } from '@kura/server/money/point/testing/purse'
import { seedMember } from '@kura/server/testing/seed-member'
import { placeOf } from '../load/plan.ts'
import { plainFigure } from '../measure/figure.ts'
import type { Figure } from '../measure/figure.ts'
import { mintOnce, openMintWorld } from '../world/mint-world.ts'
import { outsideOf } from '../world/outside.ts'
import { startShop } from '../world/shop.ts'
import { newWallet } from '../world/vault.ts'
import type { Wallet } from '../world/vault.ts'
import type { World } from '../world/world.ts'

const price = 1000

type Member = Wallet & { session: string; memberId: string }
type Times = { open: number[]; delivered: number[] }

/**
 * How long a member waits: from requesting the terms of a listing until it is open, and from buying
 * with points until the token is in the buyer's vault. Sequentially, with the wallet's signature
 * but without a person, on the embedded network.
 */
export async function sellingBench(world: World): Promise<Figure[]> {
  const { rounds, listingsPerRound } = world.sizes
  const { deps, sql, url } = await openMintWorld(world)
  try {
    const shop = await startShop(world, url)
    const ask = asker(shop.url)
    const runs: Times[] = []
    for (let round = 0; round <= rounds; round += 1) {
      // two per member: there is a limit on listings and purchases per minute
      const seller = await newTrader(world, deps)
      const buyer = await newTrader(world, deps)
      await seedLot(sql, buyer.memberId, { amount: price * listingsPerRound })
      await mintOnce(deps, { to: seller.address, tokens: listingsPerRound })
      const tokens = await untilIndexed(sql, seller.address, listingsPerRound)
      const times: Times = { open: [], delivered: [] }
      for (const refId of tokens) {
        times.open.push(await timeOf(() => list(deps, { ask, sql, seller, refId })))
        times.delivered.push(await timeOf(() => buy({ ask, sql, buyer, refId })))
      }
      runs.push(times)
    }
    await shop.stop()
    // the first warms up
    const measured = runs.slice(1)
    const line = (name: string, pick: (times: Times) => number) => plainFigure({ name, unit: 'ms' }, measured.map(pick))
    return [
      line('listing to open, median', ({ open }) => at(open, 0.5)),
      line('listing to open, 95 of 100', ({ open }) => at(open, 0.95)),
      line('purchase to delivered, median', ({ delivered }) => at(delivered, 0.5)),
      line('purchase to delivered, 95 of 100', ({ delivered }) => at(delivered, 0.95)),
    ]
  } finally {
    await deps.close()
  }
}

async function newTrader(world: World, deps: Deps): Promise<Member> {
  const wallet = await newWallet(deps, await outsideOf(world))
  return { ...wallet, ...(await seedMember(deps, { flowAddress: wallet.address })) }
}

type Ask = (path: string, session: string, body: object) => Promise<Record<string, unknown>>

function asker(url: string): Ask {
  let sent = 0
  return async (path, session, body) => {
    const answer = await fetch(`${url}${path}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-auth-session': `Bearer ${session}`,
        'idempotency-key': randomUUID(),
        ...placeOf((sent += 1)),
      },
      body: JSON.stringify(body),
    })
    const text = await answer.text()
    if (!answer.ok) throw new Error(`${path} returned ${answer.status}: ${text}`)
    return JSON.parse(text) as Record<string, unknown>
  }
}

/** We sign the terms, the wallet accepts them, and the index sees it. */
async function list(
  deps: Deps,
  { ask, sql, seller, refId }: { ask: Ask; sql: Sql; seller: Member; refId: string },
): Promise<void> {
  const drafted = await ask('/api/selling-orders', seller.session, { tokenRefId: refId, price, contentAccessFee: 0 })
  await seller.act(sellCall(deps, drafted['arguments'] as SellArgumentsView))
  await untilIn(['open'], () => sql`select state from listings where id = ${String(drafted['listingId'])}`)
}

async function buy({ ask, sql, buyer, refId }: { ask: Ask; sql: Sql; buyer: Member; refId: string }): Promise<void> {
  const body = { contentAccessFee: 0, priceYen: price }
  const { tradeId } = await ask(`/api/tokens/${refId}/buy-point`, buyer.session, body)
  await untilIn(['delivered'], () => sql`select state from orders where id = ${String(tradeId)}`)
}

/** The seller's transaction from its eight arguments, as a wallet receives them. */
const sellCall = ({ chain }: Deps, given: SellArgumentsView): TransactionCall => ({
  cadence: loadCadence('transactions/sale/sell.cdc', addressesOf(chain)),
  args: [
    address(given.agent),
    string(given.orderId),
    string(given.refId),
    uint64(BigInt(given.nftId)),
    integer('UInt32', given.version),
    array(given.metadata.map(string)),
    string(given.signature),
    integer('Int', given.keyIndex),
  ],
  limit: memberLimit,
})

const patienceMs = 60_000

/** Polls every few milliseconds until the state is one of these. */
async function untilIn(states: string[], read: () => PromiseLike<readonly Record<string, unknown>[]>): Promise<void> {
  for (const end = Date.now() + patienceMs; Date.now() < end; await sleep(5)) {
    const [row] = await read()
    if (row && states.includes(String(row['state']))) return
  }
  throw new Error(`never reached ${states.join(', ')}: ${JSON.stringify(await read())}`)
}

/** The references of a vault's tokens once the index has seen them all. */
async function untilIndexed(sql: Sql, owner: string, count: number): Promise<string[]> {
  for (const end = Date.now() + patienceMs; Date.now() < end; await sleep(50)) {
    const rows = await sql<{ refId: string }[]>`
      select ref_id as "refId" from tokens where owner_address = ${owner} order by serial`
    if (rows.length === count) return rows.map(({ refId }) => refId)
  }
  throw new Error(`the index never had ${count} tokens`)
}

async function timeOf(work: () => Promise<void>): Promise<number> {
  const begun = performance.now()
  await work()
  return performance.now() - begun
}

/** The value at this quantile. */
const at = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))]!
