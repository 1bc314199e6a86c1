import { ensure } from '@kura/contract/errors'
import { Uuid } from '@kura/contract/ids'
import { limits } from '@kura/contract/limits'
import * as contract from '@kura/contract/market/transfer'
import { z } from 'zod'
import type { Deps } from '../../deps.ts'
import { decodeCursor, rawList } from '../../platform/http/paging.ts'
import { on } from '../../platform/http/on.ts'
import type { Route } from '../../platform/http/on.ts'
import { draftTransfer, ensureGivenUp, reportTransfer, rollBackTransfer } from './draft-transfer.ts'
import { prepareTransfer } from './prepare-transfer.ts'
import * as views from './queries.ts'

const Keys = z.tuple([Uuid])

/** Sending tokens to any address, and the checks before it. */
export const transferRoutes = (deps: Deps): Route[] => [
  on(contract.prepareTransfer, ({ query }, { viewer }) => prepareTransfer(deps, viewer, query)),
  on(contract.draftTransfer, ({ body }, { viewer }) => draftTransfer(deps, viewer, { ...body, kind: 'transfer' })),
  on(contract.reportTransfer, async ({ params: { transferId }, body }, { viewer: { memberId } }) => {
    const state = await reportTransfer(deps, { id: transferId, kind: 'transfer', memberId }, body.txId)
    ensure(state, 'NOT_FOUND')
    return { transferId, state }
  }),
  on(contract.rollBackTransfer, async ({ params: { transferId } }, { viewer: { memberId } }) => {
    const state = await rollBackTransfer(deps, { id: transferId, kind: 'transfer', memberId })
    ensure(state, 'NOT_FOUND')
    ensureGivenUp(state)
    return { transferId, state }
  }),
  on(contract.showTransfer, async ({ params }, { viewer }) => {
    const [found] = await views.findTransfer(deps.sql, params.transferId, viewer.memberId)
    ensure(found, 'NOT_FOUND')
    return { rawJson: found.transfer }
  }),
  on(contract.listTransfers, async ({ query }, { viewer }) => {
    const [page] = await views.listTransfers(deps.sql, viewer.memberId, {
      limit: query.limit ?? limits.pageSize,
      offset: query.offset ?? 0,
      after: decodeCursor(query.cursor, Keys),
    })
    return rawList(page ?? { items: '[]', last: null })
  }),
]
