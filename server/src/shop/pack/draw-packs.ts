import { AccessError } from '@kura/cadence/access-error'
import type { Block } from '@kura/cadence/access-node'
import { limits } from '@kura/contract/limits'
import { commitmentOf, drawOrder } from '@kura/contract/shop/fairness'
import { submitTransaction, waitForSeal } from '../../chain/agent/submit-transaction.ts'
import type { Deps } from '../../deps.ts'
import { transaction } from '../../platform/db/transaction.ts'
import type { ChainDeps } from '../../platform/flow/chain-config.ts'
import * as draws from './draw-queries.ts'
import { finishSales, touchAtEdges } from './draw-queries.ts'
import type { UndrawnPack } from './draw-queries.ts'
import { drawLines } from './line.ts'
import { announceSales } from './sale-news.ts'

/**
 * Takes one step for every pack whose order of sale is not drawn yet: announces its commitment with
 * a future height of the chain, or draws the order from the first sealed block at that height.
 * Workers may run it in parallel; each step counts once. An unreachable chain is retried later.
 */
export async function drawPacks(deps: ChainDeps): Promise<void> {
  const packs = await draws.listUndrawn(deps.sql)
  if (packs.length === 0) return
  try {
    const sealed = await deps.accessNode.getSealedBlock()
    for (const pack of packs) {
      if (pack.drawHeight === null) await announceDraw(deps, pack, sealed)
      else if (pack.drawHeight <= sealed.height) await drawPack(deps, { ...pack, drawHeight: pack.drawHeight })
    }
    const heights = packs.flatMap(({ drawHeight }) =>
      drawHeight !== null && drawHeight > sealed.height ? [drawHeight] : [],
    )
    if (heights.length > 0 && deps.chain.network === 'local') await makeBlock(deps, sealed)
  } catch (error) {
    if (!(error instanceof AccessError)) throw error
    deps.log.warn({ code: error.code, error: error.message }, 'the chain does not answer, packs are drawn later')
  }
}

async function announceDraw({ sql, chain, log }: ChainDeps, pack: UndrawnPack, sealed: Block): Promise<void> {
  const { packId } = pack
  const drawHeight = sealed.height + (chain.network === 'local' ? limits.drawBlocksLocal : limits.drawBlocks)
  // the commitment is to the stored units, which are the ones sold
  const units = await draws.listDealt(sql, packId)
  const commitment = await commitmentOf(pack, units, String(drawHeight))
  if (await draws.announce(sql, packId, { commitment, drawHeight }))
    log.info({ packId, commitment, drawHeight }, 'the deal of a pack is committed to')
}

async function drawPack(deps: ChainDeps, pack: UndrawnPack & { drawHeight: number }): Promise<void> {
  const { packId, drawHeight } = pack
  // every height has exactly one sealed block
  const block = await deps.accessNode.findBlock(drawHeight)
  if (!block || block.height !== drawHeight) return
  const order = await drawOrder(pack, block.id)
  const isDrawn = await transaction(deps.sql, async (db) => {
    if (!(await draws.noteDraw(db, packId, { drawHeight, blockId: block.id }))) return false
    const { count } = await draws.orderUnits(db, packId, order)
    if (count !== pack.issued) throw new Error(`pack ${packId} has ${count} units to draw, not ${pack.issued}`)
    return true
  })
  if (isDrawn) deps.log.info({ packId, drawHeight, blockId: block.id }, 'the order of sale of a pack is drawn')
}

/**
 * A local chain makes a block only for a transaction: an empty registration makes one and changes
 * nothing. One per missing block, however many workers run.
 */
async function makeBlock(deps: ChainDeps, sealed: Block): Promise<void> {
  const { id } = await submitTransaction(deps, {
    kind: 'register-series',
    cause: `block after ${sealed.id}`,
    details: { series: [] },
  })
  await waitForSeal(deps, id, { timeoutMs: 2000 })
}

/**
 * How far back starts and ends of terms are read: workers pause a second or two, and one that
 * stopped catches up.
 */
const edgeSeconds = 5

/** The worker's jobs for packs, with their intervals. */
export const packJobs: { name: string; everySeconds: number; run: (deps: Deps) => Promise<unknown> }[] = [
  { name: 'draw-packs', everySeconds: 0.5, run: drawPacks },
  { name: 'draw-lines', everySeconds: 1, run: drawLines },
  { name: 'pack-terms', everySeconds: 2, run: async ({ sql }) => touchAtEdges(sql, edgeSeconds) },
  { name: 'announce-sales', everySeconds: 20, run: announceSales },
  { name: 'finish-sales', everySeconds: 5, run: async ({ sql }) => finishSales(sql) },
]
