import * as buyPackCalls from '@kura/contract/shop/buy-pack'
import * as orderCalls from '@kura/contract/checkout/order'
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
  on(buyPackCalls.entryOrderNewCard, (input, caller) => enterOrder(deps, caller, input)),
  on(buyPackCalls.entryOrderSelectedCard, (input, caller) => enterWithStoredCard(deps, caller, input)),
  on(buyPackCalls.entryOrderBuy, (input, { viewer }) => buyOrder(deps, viewer, input)),
  on(buyPackCalls.entryOrderPaidy, ({ params, body }, caller) =>
    enterPaidy(deps, caller, { kind: 'pack', ...params }, body),
  ),
  on(buyPackCalls.buyPaidy, ({ params, body: { orderID: payId, usedPoint } }, { viewer }) =>
    buyPaidy(deps, viewer, { kind: 'pack', ...params }, { payId, usedPoint }),
  ),
  on(buyPackCalls.buyPoint, (input, caller) => buyPoint(deps, caller, input)),
  on(orderCalls.cancelOrder, (input, { viewer }) => cancelOrder(deps, viewer, input)),
  on(orderCalls.showTrade, ({ params }, { viewer }) => showOwn(deps, viewer, params.tradeId)),
  on(orderCalls.listOrders, (input, { viewer }) => listOrders(deps, viewer, input)),
  on(transactions.showTransaction, (input, { viewer }) => showTransaction(deps, viewer, input)),
  on(transactions.reportTransaction, (input, { viewer }) => reportTransaction(deps, viewer, input)),
]
