import { ensure } from '@kura/contract/errors'
import { limits } from '@kura/contract/limits'
import * as contract from '@kura/contract/shop/issue'
import { z } from 'zod'
import type { Deps } from '../../deps.ts'
import { CursorNumber, CursorText, decodeCursor, rawList } from '../../platform/http/paging.ts'
import { on } from '../../platform/http/on.ts'
import type { Route } from '../../platform/http/on.ts'
import { claimAirdrop } from './claim-airdrop.ts'
import * as airdrops from './queries.ts'
import { showStatus } from './show-status.ts'

const Keys = z.tuple([CursorNumber, CursorText])

/** The public airdrops, current and coming, and the pack of each. */
export const airdropReads = ({ sql }: Pick<Deps, 'sql'>): Route[] => [
  on(contract.listAirdrops, async ({ query }) => {
    const after = decodeCursor(query.cursor, Keys)
    const { limit = limits.pageSize, offset = 0 } = query
    const [page] = await airdrops.listAirdrops(sql, { limit, offset, after })
    return rawList(page ?? { items: '[]', last: null })
  }),
  on(contract.showAirdropPack, async ({ params }) => {
    const [found] = await airdrops.findPack(sql, params.airdropId)
    ensure(found, 'AirdropPackNotFound')
    return { rawJson: found.pack }
  }),
]

/** Airdrops: lists, a member's status, claiming. */
export const airdropRoutes = (deps: Deps): Route[] => [
  ...airdropReads(deps),
  on(contract.showAirdropStatus, (input, { viewer }) => showStatus(deps, viewer, input)),
  on(contract.claimAirdrop, (input, { viewer, ip }) => claimAirdrop(deps, viewer, input, { ip })),
]
