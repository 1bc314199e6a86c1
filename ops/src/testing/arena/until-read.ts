import type { Arena } from './arena.ts'
import { until } from './until.ts'

/** Waits until the newest sealed block is read. */
export async function untilRead({ deps }: Pick<Arena, 'deps'>): Promise<number> {
  const { height } = await deps.accessNode.getSealedBlock()
  await until(`block ${height} is read`, async () => {
    const [row] = await deps.sql<{ height: number }[]>`
      select height::int as height from chain_cursors where name = 'collectible'`
    return (row?.height ?? -1) >= height
  })
  return height
}
