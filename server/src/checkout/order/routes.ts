import * as transactions from '@kura/contract/chain/transaction'
import * as contract from '@kura/contract/checkout/order'
import type { Deps } from '../../deps.ts'
import { on } from '../../platform/http/on.ts'
import type { Route } from '../../platform/http/on.ts'
import { cancelOrder } from './release.ts'
import { listOrders, showOwn, showTransaction } from './show-orders.ts'

/** A member's orders. The calls that buy are with their subjects: `shop/pack`, `market/trade`. */
export const orderRoutes = (deps: Deps): Route[] => [
  on(contract.cancelOrder, (input, { viewer }) => cancelOrder(deps, viewer, input)),
  on(contract.showTrade, ({ params }, { viewer }) => showOwn(deps, viewer, params.tradeId)),
  on(contract.listOrders, (input, { viewer }) => listOrders(deps, viewer, input)),
  on(transactions.showTransaction, (input, { viewer }) => showTransaction(deps, viewer, input)),
]
