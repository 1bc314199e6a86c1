import * as contract from '@kura/contract/shop/buy-pack'
import { completeCard, enterNewCard, enterStoredCard } from '../../checkout/order/buy-card.ts'
import { buyPaidy, enterPaidy } from '../../checkout/order/buy-paidy.ts'
import { payWithPoints } from '../../checkout/order/buy-point.ts'
import type { Deps } from '../../deps.ts'
import { on } from '../../platform/http/on.ts'
import type { Route } from '../../platform/http/on.ts'
import { unitOf } from './sellable-pack.ts'

/** Buying a pack, by every way of paying. */
export const buyPackRoutes = (deps: Deps): Route[] => [
  on(contract.entryOrderNewCard, ({ params, body }, caller) => enterNewCard(deps, caller, unitOf(params.packId), body)),
  on(contract.entryOrderSelectedCard, ({ params, body }, caller) =>
    enterStoredCard(deps, caller, unitOf(params.packId), body),
  ),
  on(contract.entryOrderBuy, ({ params, body }, { viewer }) => completeCard(deps, viewer, unitOf(params.packId), body)),
  on(contract.entryOrderPaidy, ({ params, body }, caller) => enterPaidy(deps, caller, unitOf(params.packId), body)),
  on(contract.buyPaidy, ({ params, body: { orderID: payId, usedPoint } }, caller) =>
    buyPaidy(deps, caller, unitOf(params.packId), { payId, field: 'orderID', usedPoint }),
  ),
  on(contract.buyPoint, ({ params, body }, caller) => payWithPoints(deps, caller, unitOf(params.packId), body)),
]
