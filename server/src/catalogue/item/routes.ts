import * as contract from '@kura/contract/catalogue/item'
import { ensure } from '@kura/contract/errors'
import { UserId } from '@kura/contract/ids'
import type { Deps } from '../../deps.ts'
import { on } from '../../platform/http/on.ts'
import type { Route } from '../../platform/http/on.ts'
import { countItems } from './count-queries.ts'
import { filterOf, listItems } from './list-items.ts'
import * as items from './queries.ts'
import { findChart } from './queries.ts'

/** Items: lists, one of them, and where it can be bought. */
export const itemRoutes = (deps: Pick<Deps, 'sql'>): Route[] => [
  on(contract.listItems, ({ query }) => listItems(deps, query)),
  on(contract.countItems, async ({ query }) => {
    const [found] = await countItems(deps.sql, filterOf(query))
    if (!found) throw new Error('counts without a row')
    return { rawJson: found.counts }
  }),
  on(contract.showItem, async ({ params, query }, { viewer }) => {
    const owner = UserId.safeParse(query.userId).data
    const [found] = await items.findItem(deps.sql, params.itemId, {
      owner,
      isOwn: owner !== undefined && viewer?.memberId === owner,
    })
    ensure(found, 'NOT_FOUND')
    return { rawJson: found.item }
  }),
  on(contract.showItemChart, async ({ params, query }) => {
    const [found] = await findChart(deps.sql, params.itemId, query.days ?? '90')
    ensure(found, 'NOT_FOUND')
    return { rawJson: found.chart }
  }),
  on(contract.showSellingPack, async ({ params }) => {
    const [found] = await items.listSellingPacks(deps.sql, params.itemId)
    ensure(found, 'NOT_FOUND')
    return { rawJson: `{"items":${found.items}}` }
  }),
]
