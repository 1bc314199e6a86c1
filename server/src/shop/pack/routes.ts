import { ensure } from '@kura/contract/errors'
import { limits } from '@kura/contract/limits'
import * as contract from '@kura/contract/shop/pack'
import { z } from 'zod'
import type { Deps } from '../../deps.ts'
import { on } from '../../platform/http/on.ts'
import type { Route } from '../../platform/http/on.ts'
import { CursorInteger, CursorText, decodeCursor, rawList } from '../../platform/http/paging.ts'
import { findFairness } from './draw-queries.ts'
import { joinLine, showLine } from './line.ts'
import * as packs from './queries.ts'
import { deleteReminder, setReminder, showReminder } from './sale-news.ts'

const Keys = z.tuple([CursorInteger, CursorInteger, CursorText])

/** Packs: lists, details, possible contents, proof and line. */
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
  on(contract.showPack, async ({ params, query }) => {
    const [found] = await packs.findPack(sql, params.packId, { forIssue: query.forIssue ?? false })
    ensure(found, 'NOT_FOUND')
    return { rawJson: found.pack }
  }),
  on(contract.listPackItems, async ({ params }) => {
    const [found] = await packs.listPackItems(sql, params.packId)
    ensure(found, 'NOT_FOUND')
    return rawList({ ...found, last: null })
  }),
  on(contract.showPackLimit, async ({ params }, { viewer }) => {
    ensure(viewer.flowAddress !== '' && viewer.flowAddress === params.flowAddress, 'FORBIDDEN')
    const [found] = await packs.findPackLimit(sql, params.packId, viewer.memberId)
    ensure(found, 'NOT_FOUND')
    return found
  }),
  on(contract.showPackFairness, async ({ params }) => {
    const [found] = await findFairness(sql, params.packId)
    ensure(found, 'NOT_FOUND')
    return { rawJson: found.proof }
  }),
  on(contract.showReminder, ({ params }, { viewer }) => showReminder({ sql }, viewer, params.packId)),
  on(contract.setReminder, ({ params }, { viewer }) => setReminder({ sql }, viewer, params.packId)),
  on(contract.deleteReminder, ({ params }, { viewer }) => deleteReminder({ sql }, viewer, params.packId)),
  on(contract.joinQueue, ({ params }, { viewer }) => joinLine({ sql }, params.packId, viewer.memberId)),
  on(contract.showQueue, ({ params }, { viewer }) => showLine({ sql }, params.packId, viewer.memberId)),
]
