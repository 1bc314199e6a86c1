import assert from 'node:assert/strict'
import { randomBytes, randomUUID } from 'node:crypto'
import type { TestContext } from 'node:test'
import type { ApiInput, ApiOutput } from '@kura/contract/api'
import type { SellArgumentsView } from '@kura/contract/market/listing'
import { memberLimit, type TransactionCall } from '@kura/cadence/door'
import { address, array, integer, string, uint64 } from '@kura/cadence/json-cdc'
import { mintTokens } from '@kura/cadence/token'
import { fulfilOrder } from '@kura/cadence/sale'
import { loadCadence } from '@kura/cadence/sources'
import type { SigningKey } from '@kura/cadence/send'
import type { World } from '../../../../../cadence/tests/world.ts'
import { indexAll, overlapBlocks } from '../../../chain/index/index-once.ts'
import { settleTransactions } from '../../../chain/agent/submit-transaction.ts'
import { addBlocks } from '../../../chain/testing/chain-world.ts'
import type { Sql } from '../../../platform/db/connect.ts'
import { fullWorld } from '../../../shop/opening/testing/full-world.ts'
import { seedMember, type SeededMember } from '../../../testing/seed-member.ts'
import type { TestWorld } from '../../../testing/test-world.ts'

export type MarketToken = { tokenId: string; refId: string; itemId: string }
export type Trader = SeededMember & { account: SigningKey; tokens: MarketToken[] }
export type Drafted = ApiOutput<'draftListing'>
export type MarketWorld = TestWorld & {
  chain: World
  /** A full member with tokens of one item in the vault, seen by the index. */
  trader: (tokens?: number, item?: { royaltyBps?: number; contentAccessYen?: number }) => Promise<Trader>
  draft: (trader: Trader, token: MarketToken, more?: Partial<ApiInput<'draftListing'>['body']>) => Promise<Drafted>
  /** The wallet runs the seller's transaction. */
  sign: (trader: Trader, drafted: Drafted) => Promise<string>
  /** Drafted, signed and seen by the index. */
  list: (trader: Trader, token: MarketToken, more?: Partial<ApiInput<'draftListing'>['body']>) => Promise<Drafted>
  /** The agent delivers, as if it had been paid. */
  deliver: (listingId: string, buyer: string) => Promise<void>
  index: () => Promise<void>
  /** What the agent was asked for reaches the chain, and the index sees it. */
  settle: () => Promise<void>
  stateOf: (listingId: string) => Promise<{ state: string; reason: string | null }>
}

/** Server, database and chain of a test of the market; nothing happens by itself. */
export async function marketWorld(t: Pick<TestContext, 'after'>, chain: World): Promise<MarketWorld> {
  const world = await fullWorld(t, chain, { workers: 0 })
  const { deps, call } = world
  // the index of another process goes back further than its cursor, and must not find what another
  // test did there
  await addBlocks(chain, overlapBlocks)
  const { height } = await chain.accessNode.getSealedBlock()
  deps.chain.startHeight = height + 1
  const index = async () => void (await indexAll(deps))
  const draft: MarketWorld['draft'] = async (trader, token, more = {}) => {
    const body = { tokenRefId: token.refId, price: 12_000, contentAccessFee: 0, ...more }
    const answer = await call('draftListing', { body }, { session: trader.session })
    assert.ok(answer.ok, JSON.stringify(answer))
    return answer.data
  }
  const sign: MarketWorld['sign'] = async (trader, drafted) => {
    const result = await chain.act(trader.account, sellCall(chain, drafted.arguments))
    return result.events[0]!.txId
  }
  return {
    ...world,
    chain,
    draft,
    sign,
    index,
    trader: (tokens = 1, item = {}) => newTrader(world, chain, tokens, item),
    list: async (trader, token, more) => {
      const drafted = await draft(trader, token, more)
      await sign(trader, drafted)
      await index()
      return drafted
    },
    deliver: async (listingId, buyer) => {
      const [row] = await deps.sql<{ seller: string; orderHash: string }[]>`
        select seller_address as seller, order_hash as "orderHash" from listings where id = ${listingId}`
      const order = { ...row!, orderId: listingId, buyer, paymentRef: 'a'.repeat(64) }
      await chain.act(chain.agent, fulfilOrder(chain.addresses, order))
      await index()
    },
    settle: async () => {
      for (let round = 0; round < 600; round += 1) {
        await settleTransactions(deps)
        const open = await deps.sql`select 1 from chain_transactions where state in ('intended', 'signed', 'sent')`
        if (open.length === 0) return index()
        await new Promise((resolve) => setTimeout(resolve, 50))
      }
      throw new Error('the agent’s transactions never settled')
    },
    stateOf: async (listingId) => {
      const [row] = await deps.sql<{ state: string; reason: string | null }[]>`
        select state, end_reason as reason from listings where id = ${listingId}`
      return { ...row! }
    },
  }
}

/** The seller's transaction from the eight arguments, as a wallet is given them. */
export const sellCall = (chain: World, given: SellArgumentsView): TransactionCall => ({
  cadence: loadCadence('transactions/sale/sell.cdc', chain.addresses),
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

async function newTrader(
  { deps }: TestWorld,
  chain: World,
  count: number,
  { royaltyBps = 500, contentAccessYen = 0 }: { royaltyBps?: number; contentAccessYen?: number },
): Promise<Trader> {
  const account = await chain.newMember()
  const member = await seedMember(deps, { flowAddress: account.address, displayName: '出品 花子' })
  const { itemId } = await chain.newItem({ cap: Math.max(count, 1) })
  await seedItem(deps.sql, { itemId, editionSize: Math.max(count, 1), royaltyBps, contentAccessYen })
  const minted = Array.from({ length: count }, (_, n) => ({ itemId, serial: n + 1, refId: randomUUID() }))
  if (count > 0) await chain.act(chain.agent, mintTokens(chain.addresses, { to: account.address, tokens: minted }))
  await indexAll(deps)
  const rows = await deps.sql<MarketToken[]>`
    select id::text as "tokenId", ref_id as "refId", item_id as "itemId" from tokens where item_id = ${itemId} order by serial`
  return { ...member, account, tokens: [...rows] }
}

/** An item as the catalogue has it. */
export async function seedItem(
  sql: Sql,
  item: { itemId: string; editionSize: number; royaltyBps?: number; contentAccessYen?: number },
): Promise<void> {
  const { itemId: id, editionSize, royaltyBps = 0, contentAccessYen = 0 } = item
  await sql.begin(async (db) => {
    await db`insert into media (id, width, height, colour, sizes) values (${id}, 640, 800, '#123456', '{160,320}')`
    await db`insert into series (id, name_ja, name_en, token_cap, registered_at) values (${id}, '四季', 'Seasons', 1000000, kura_now())`
    await db`
      insert into items (id, series_id, name_ja, name_en, edition_size, picture, position, registered_at, royalty_bps, content_access_yen)
      values (${id}, ${id}, '月', 'Moon', ${editionSize}, ${id}, ${randomBytes(4).readUInt32BE()}, kura_now(), ${royaltyBps},
              ${contentAccessYen})`
  })
}
