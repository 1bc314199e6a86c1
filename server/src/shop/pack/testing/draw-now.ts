import { createHash } from 'node:crypto'
import type { AccessNode, Block } from '@kura/cadence/access-node'
import type { ChainDeps } from '../../../platform/flow/chain-config.ts'
import type { Sql } from '../../../platform/db/connect.ts'
import { drawPacks } from '../draw-packs.ts'

/** A chain whose blocks come by themselves, one per read; ids are derived from heights. */
export function tickingNode(from = 100): AccessNode & { height: number } {
  const blockAt = (height: number): Block => ({
    id: createHash('sha256').update(`block ${height}`).digest('hex'),
    height,
    timestamp: new Date(0).toISOString(),
  })
  const node = {
    height: from,
    getSealedBlock: async () => blockAt((node.height += 200)),
    findBlock: async (height: number) => (height <= node.height ? blockAt(height) : undefined),
  }
  return node as never
}

/**
 * Announces and draws every imported pack, as the worker does, on a chain that is only numbers. For
 * tests without one.
 */
export async function drawNow(sql: Sql): Promise<void> {
  const log = { info() {}, warn() {}, error() {} }
  const deps = { sql, accessNode: tickingNode(), chain: { network: 'testnet' }, log } as unknown as ChainDeps
  await drawPacks(deps)
  await drawPacks(deps)
}
