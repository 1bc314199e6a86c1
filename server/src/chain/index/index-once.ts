import { transaction } from '../../platform/db/transaction.ts'
import type { ChainConfig, ChainDeps } from '../../platform/flow/chain-config.ts'
import { blocksIndexed, indexRebuilt } from '../chain-events.ts'
import {
  findCursor,
  findLowest,
  foldTokens,
  forgetIndex,
  holdCursor,
  insertEvents,
  moveCursor,
} from './index-queries.ts'
import { readBlocks, type BlockEvents } from './read-events.ts'
import { compareAgainAfter } from './sale-drift-queries.ts'
import { forgetOrders, keepSales } from './sale-queries.ts'

const cursor = 'collectible'
/** The most blocks that a node returns at once. */
const rangeBlocks = 250
/** Blocks read again each time, because a node may list the events of its newest blocks late. */
export const overlapBlocks = 20
const chunkRows = 5000

type IndexDeps = Pick<ChainDeps, 'sql' | 'accessNode' | 'chain'>
export type IndexRound = { from: number; to: number; sealed: number; events: number; tokens: number; orders: number }

/**
 * Reads one range of sealed blocks. The cursor and the rows move together or not at all: an
 * incomplete response throws, and a range that another process read meanwhile is dropped. Undefined
 * when there is nothing new.
 */
export async function indexOnce({ sql, accessNode, chain }: IndexDeps): Promise<IndexRound | undefined> {
  const { height: sealed } = await accessNode.getSealedBlock()
  const start = startOf(chain, sealed)
  const read = (await findCursor(sql, cursor)) ?? start
  if (sealed <= read) return undefined
  const from = Math.max(read - overlapBlocks, Math.min(start, read), -1) + 1
  const to = Math.min(from + rangeBlocks - 1, sealed)
  const { tokens, sales } = await readBlocks(accessNode, chain, from, to)
  return transaction(sql, async (db) => {
    if ((await holdCursor(db, cursor, start)) !== read) return undefined
    const tokenIds = await insertEvents(db, tokens)
    await foldTokens(db, tokenIds)
    const orders = await keepSales(db, sales, tokenIds)
    // a revoked right may be the link to the grants, which no order names: read its account. Not
    // with every block that is read again
    const taken = sales.filter(({ kind }) => kind === 'right-taken')
    await compareAgainAfter(
      db,
      taken.map(({ seller, blockAt, height }) => ({ seller: seller!, blockAt, isNew: height > read })),
    )
    await blocksIndexed.publish(db, { orderHashes: orders, tokenIds })
    await moveCursor(db, cursor, to)
    return { from, to, sealed, events: tokens.length, tokens: tokenIds.length, orders: orders.length }
  })
}

/** Reads until the newest sealed block. Returns the height reached. */
export async function indexAll(deps: IndexDeps): Promise<number> {
  for (;;) {
    const round = await indexOnce(deps)
    if (round) continue
    const read = await findCursor(deps.sql, cursor)
    const { height } = await deps.accessNode.getSealedBlock()
    if (read !== undefined && read >= height) return read
  }
}

/**
 * Reads the chain again from its first block and replaces the rows at once. Safe while indexers
 * run, and when interrupted: what they read meanwhile is read here too before anything is replaced,
 * so the rows never go back to an earlier block. Returns the height reached. Fails when the first
 * block is later than what is stored already.
 */
export async function rebuildIndex(deps: IndexDeps): Promise<number> {
  const { sql, accessNode, chain } = deps
  let { height: to } = await accessNode.getSealedBlock()
  if (chain.startHeight === undefined && chain.network !== 'local')
    throw new Error('reading the chain again needs the height at which the contract was deployed')
  const start = startOf(chain, to)
  const lowest = await findLowest(sql)
  if (lowest !== undefined && start >= lowest)
    throw new Error(`block ${lowest} is kept already, so reading again cannot begin at block ${start + 1}`)
  const all = await readRange(deps, start + 1, to)
  for (;;) {
    const read = await replaceIndex(deps, { all, start, to })
    if (read <= to) return to
    const { height: sealed } = await accessNode.getSealedBlock()
    const more = await readRange(deps, Math.max(start, to - overlapBlocks) + 1, Math.max(read, sealed))
    all.tokens.push(...more.tokens)
    all.sales.push(...more.sales)
    to = Math.max(read, sealed)
  }
}

async function readRange({ accessNode, chain }: IndexDeps, first: number, last: number): Promise<BlockEvents> {
  const all: BlockEvents = { tokens: [], sales: [] }
  for (let from = first; from <= last; from += rangeBlocks) {
    const { tokens, sales } = await readBlocks(accessNode, chain, from, Math.min(from + rangeBlocks - 1, last))
    all.tokens.push(...tokens)
    all.sales.push(...sales)
  }
  return all
}

/** Returns the height of the indexers. Where it is above `to`, nothing was replaced. */
function replaceIndex(
  { sql }: IndexDeps,
  { all, start, to }: { all: BlockEvents; start: number; to: number },
): Promise<number> {
  return transaction(sql, async (db) => {
    const read = await holdCursor(db, cursor, start)
    if (read > to) return read
    await forgetIndex(db)
    await forgetOrders(db)
    for (const tokens of chunksOf(all.tokens)) await foldTokens(db, await insertEvents(db, tokens))
    for (const sales of chunksOf(all.sales)) await keepSales(db, sales, [])
    await indexRebuilt.publish(db, {})
    await moveCursor(db, cursor, to)
    return to
  })
}

const chunksOf = <T>(rows: T[]): T[][] =>
  Array.from({ length: Math.ceil(rows.length / chunkRows) }, (_, n) => rows.slice(n * chunkRows, (n + 1) * chunkRows))

// On a public network the history before the first read is not available, and has nothing of ours.
const startOf = (chain: ChainConfig, sealed: number) =>
  (chain.startHeight ?? (chain.network === 'local' ? 0 : sealed)) - 1
