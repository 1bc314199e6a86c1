import * as transactions from '@kura/contract/chain/transaction'
import { ensure } from '@kura/contract/errors'
import * as contract from '@kura/contract/market/gift'
import { Uuid } from '@kura/contract/ids'
import { limits } from '@kura/contract/limits'
import { z } from 'zod'
import type { Deps } from '../../deps.ts'
import { decodeCursor, rawList } from '../../platform/http/paging.ts'
import { on } from '../../platform/http/on.ts'
import type { Route } from '../../platform/http/on.ts'
import { claimGift, showClaim } from './claim-gift.ts'
import { cancelGift } from './cancel-gift.ts'
import { draftGift, draftMailGift, reportGift, reportTransaction } from './draft-gift.ts'
import { mailGiftAgain } from './gift-letters.ts'
import * as views from './view-queries.ts'

const Keys = z.tuple([Uuid])

/** Giving tokens to an address, or by mail. */
export const giftRoutes = (deps: Deps): Route[] => [
  on(contract.draftGift, ({ body }, { viewer }) => draftGift(deps, viewer, body)),
  on(contract.draftMailGift, ({ body }, { viewer, language }) =>
    draftMailGift(deps, viewer, { ...body, locale: body.locale ?? language }),
  ),
  on(contract.reportGift, ({ params, body }, { viewer }) => reportGift(deps, viewer, { ...params, ...body })),
  on(contract.endGift, ({ params }, { viewer }) => cancelGift(deps, viewer, params.giftId)),
  on(contract.mailGiftAgain, ({ params }, { viewer }) => mailGiftAgain(deps, viewer, params.giftId)),
  on(transactions.reportTransaction, (input, { viewer }) => reportTransaction(deps, viewer, input)),
  on(contract.showGift, async ({ params }, { viewer }) => {
    const [found] = await views.findGift(deps.sql, params.giftId, viewer.memberId)
    ensure(found, 'NOT_FOUND')
    return { rawJson: found.gift }
  }),
  on(contract.listGifts, async ({ query }, { viewer }) => {
    const [page] = await views.listGifts(deps.sql, viewer.memberId, {
      side: query.side,
      limit: query.limit ?? limits.pageSize,
      offset: query.offset ?? 0,
      after: decodeCursor(query.cursor, Keys),
    })
    return rawList(page ?? { items: '[]', last: null })
  }),
  on(contract.showClaim, ({ body }, context) => showClaim(deps, context, body.token)),
  on(contract.claimGift, ({ body }, context) => claimGift(deps, context, body.token)),
]
