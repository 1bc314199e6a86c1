import * as contract from '@kura/contract/shop/opening'
import type { UnopenedPackView } from '@kura/contract/shop/opening'
import type { Deps } from '../../deps.ts'
import { on } from '../../platform/http/on.ts'
import type { Viewer } from '../../platform/http/on.ts'
import { openPack } from './open-pack.ts'
import { limits } from '@kura/contract/limits'
import { z } from 'zod'
import { decodeCursor, encodeCursor } from '../../platform/http/paging.ts'
import { listUnopened } from './view-queries.ts'

export const openingRoutes = (deps: Deps) => [
  on(contract.listUnopenedPacks, (input, { viewer }) => listUnopenedPacks(deps, viewer, input)),
  on(contract.mintTokens, (input, { viewer }) => openPack(deps, viewer, input)),
]

type PageQuery = { limit?: number | undefined; offset?: number | undefined; cursor?: string | undefined }

/** The member's packs that are paid and not yet open, newest first. */
export async function listUnopenedPacks(
  deps: Pick<Deps, 'sql'>,
  viewer: Viewer,
  { query }: { query: PageQuery },
): Promise<{ items: UnopenedPackView[]; cursor?: string }> {
  const { limit = limits.pageSize, offset = 0 } = query
  const after = decodeCursor(query.cursor, z.tuple([z.uuid()]))
  const rows = await listUnopened(deps.sql, viewer.memberId, { limit, offset, after })
  const items = rows.slice(0, limit).map((row) => row.view)
  const last = items.at(-1)
  return { items, ...(rows.length > limit && last ? { cursor: encodeCursor([last.orderId]) } : {}) }
}
