import { transaction } from '../db/transaction.ts'
import type { ChainDeps } from './chain-config.ts'
import { findCursor, foldTokens, forgetIndex, holdCursor, insertEvents, moveCursor } from './index-queries.ts'
import { readEvents } from './read-events.ts'

const cursor = 'collectible'
/** The most blocks a node answers at once. */
const rangeBlocks = 250
/** Blocks read again each time, because a node may list the events of its newest blocks late. */
const overlapBlocks = 20

type IndexDeps = Pick<ChainDeps, 'sql' | 'accessNode' | 'chain'>
export type IndexRound = { from: number; to: number; sealed: number; events: number; tokens: number }

/**
 * Reads one range of sealed blocks. The cursor and the rows move together or not at all: an incomplete answer throws, and
 * a range that another process read meanwhile is dropped. Undefined when there is nothing new.
 */
export async function indexOnce({ sql, accessNode, chain }: IndexDeps): Promise<IndexRound | undefined> {
  const start = (chain.startHeight ?? 0) - 1
  const read = (await findCursor(sql, cursor)) ?? start
  const { height: sealed } = await accessNode.getSealedBlock()
  if (sealed <= read) return undefined
  const from = Math.max(read - overlapBlocks, start) + 1
  const to = Math.min(from + rangeBlocks - 1, sealed)
  const events = await readEvents(accessNode, chain, from, to)
  return transaction(sql, async (db) => {
    if ((await holdCursor(db, cursor, start)) !== read) return undefined
    const tokenIds = await insertEvents(db, events)
    await foldTokens(db, tokenIds)
    await moveCursor(db, cursor, to)
    return { from, to, sealed, events: events.length, tokens: tokenIds.length }
  })
}

/** Reads until the newest sealed block; answers the height reached. */
export async function indexAll(deps: IndexDeps): Promise<number> {
  for (;;) {
    const round = await indexOnce(deps)
    if (round) continue
    const read = await findCursor(deps.sql, cursor)
    const { height } = await deps.accessNode.getSealedBlock()
    if (read !== undefined && read >= height) return read
  }
}

/** Forgets what was read and reads the chain again from the first block. Safe beside a running indexer. */
export async function rebuildIndex(deps: IndexDeps): Promise<number> {
  await transaction(deps.sql, async (db) => {
    await holdCursor(db, cursor, (deps.chain.startHeight ?? 0) - 1)
    await forgetIndex(db, cursor, (deps.chain.startHeight ?? 0) - 1)
  })
  return indexAll(deps)
}
