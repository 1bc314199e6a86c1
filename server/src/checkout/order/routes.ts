import * as contract from '@kura/contract/checkout/order'
import * as transactions from '@kura/contract/chain/transaction'
import type { Deps } from '../../deps.ts'
import { on } from '../../platform/http/on.ts'
import { buyOrder } from './buy-order.ts'
import { buyPaidy } from './buy-paidy.ts'
import { buyPoint } from './buy-point.ts'
import { cancelOrder } from './cancel-order.ts'
import { enterOrder, enterWithStoredCard } from './enter-order.ts'
import { enterPaidy } from './enter-paidy.ts'
import { listOrders } from './list-orders.ts'
import { reportTransaction } from './report-transaction.ts'
import { showOwn } from './show-own.ts'
import { showTransaction } from './show-transaction.ts'

export const orderRoutes = (deps: Deps) => [
  on(contract.entryOrderNewCard, (input, caller) => enterOrder(deps, caller, input)),
  on(contract.entryOrderSelectedCard, (input, caller) => enterWithStoredCard(deps, caller, input)),
  on(contract.entryOrderBuy, (input, { viewer }) => buyOrder(deps, viewer, input)),
  on(contract.entryOrderPaidy, ({ params, body }, caller) =>
    enterPaidy(deps, caller, { kind: 'pack', ...params }, body),
  ),
  on(contract.buyPaidy, ({ params, body: { orderID: payId, usedPoint } }, { viewer }) =>
    buyPaidy(deps, viewer, { kind: 'pack', ...params }, { payId, usedPoint }),
  ),
  on(contract.buyPoint, (input, caller) => buyPoint(deps, caller, input)),
  on(contract.cancelOrder, (input, { viewer }) => cancelOrder(deps, viewer, input)),
  on(contract.showTrade, ({ params }, { viewer }) => showOwn(deps, viewer, params.tradeId)),
  on(contract.listOrders, (input, { viewer }) => listOrders(deps, viewer, input)),
  on(transactions.showTransaction, (input, { viewer }) => showTransaction(deps, viewer, input)),
  on(transactions.reportTransaction, (input, { viewer }) => reportTransaction(deps, viewer, input)),
]
