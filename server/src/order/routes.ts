import * as contract from '@kura/contract/order'
import type { Deps } from '../deps.ts'
import { on } from '../http/on.ts'
import { buyOrder } from './buy-order.ts'
import { enterOrder } from './enter-order.ts'
import { listOrders } from './list-orders.ts'
import { showTransaction } from './show-transaction.ts'

export const orderRoutes = (deps: Deps) => [
  on(contract.entryOrderNewCard, (input, { viewer }) => enterOrder(deps, viewer, input)),
  on(contract.entryOrderBuy, (input, { viewer }) => buyOrder(deps, viewer, input)),
  on(contract.listOrders, (input, { viewer }) => listOrders(deps, viewer, input)),
  on(contract.showTransaction, (input, { viewer }) => showTransaction(deps, viewer, input)),
]
