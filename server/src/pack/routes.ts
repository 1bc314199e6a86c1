import { ensure } from '@kura/contract/errors'
import { limits } from '@kura/contract/limits'
import * as contract from '@kura/contract/pack'
import { z } from 'zod'
import type { Deps } from '../deps.ts'
import { CursorInteger, CursorText, decodeCursor } from '../http/cursor.ts'
import { on } from '../http/on.ts'
import type { Route } from '../http/on.ts'
import { rawList } from '../http/raw-list.ts'
import * as packs from './queries.ts'

const Keys = z.tuple([CursorInteger, CursorInteger, CursorText])

/** Packs: lists, one of them, and what it can hold. */
export const packRoutes = ({ sql }: Pick<Deps, 'sql'>): Route[] => [
  on(contract.listPacks, async ({ query }) => {
    const filter = {
      packIds: query.packId === undefined ? undefined : [query.packId].flat(),
      states: query.state === undefined ? undefined : [query.state].flat(),
      seriesId: query.seriesId,
    }
    const after = decodeCursor(query.cursor, Keys)
    const [page] = await packs.listPacks(sql, filter, {
      limit: query.limit ?? limits.pageSize,
      offset: query.offset ?? 0,
      after,
    })
    return rawList(page ?? { items: '[]', last: null })
  }),
  on(contract.showPack, async ({ params }) => {
    const [found] = await packs.findPack(sql, params.packId)
    ensure(found, 'NOT_FOUND')
    return { rawJson: found.pack }
  }),
  on(contract.listPackItems, async ({ params }) => {
    const [found] = await packs.listPackItems(sql, params.packId)
    ensure(found, 'NOT_FOUND')
    return rawList({ ...found, last: null })
  }),
]
