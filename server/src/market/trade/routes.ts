import * as contract from '@kura/contract/market/trade'
import type { Deps } from '../../deps.ts'
import { on } from '../../platform/http/on.ts'
import type { Route } from '../../platform/http/on.ts'
import { completeCard, enterNewCard, enterStoredCard } from '../../checkout/order/buy-card.ts'
import { buyHosted, openPaymentPage } from '../../checkout/order/buy-hosted.ts'
import { buyPaidy, enterPaidy } from '../../checkout/order/buy-paidy.ts'
import { payWithPoints } from '../../checkout/order/buy-point.ts'
import type { Subject } from '../../checkout/order/sellable.ts'
import { listedToken } from './sellable-token.ts'

type Asked = { params: { refId: string }; body?: { contentAccessFee?: number | undefined } }
/** The token that a call is about, with the part of its price that the buyer was shown. */
const tokenOf = ({ params, body }: Asked): Subject =>
  listedToken({ refId: params.refId, seenFeeYen: body?.contentAccessFee })

/** Buying a listed token: the same ways of paying as for packs, and the card gateway's own page. */
export const tradeRoutes = (deps: Deps): Route[] => [
  on(contract.paymentUrlCredit, (input, caller) => openPaymentPage(deps, caller, tokenOf(input), input.body)),
  on(contract.paymentUrlCreditPoint, (input, caller) => openPaymentPage(deps, caller, tokenOf(input), input.body)),
  on(contract.buyTokenCredit, ({ params, body }, { viewer }) =>
    buyHosted(deps, viewer, tokenOf({ params }), { ...body, usedPoint: 0 }),
  ),
  on(contract.buyTokenCreditPoint, ({ params, body }, { viewer }) =>
    buyHosted(deps, viewer, tokenOf({ params }), body),
  ),
  on(contract.enterTokenNewCard, (input, caller) => enterNewCard(deps, caller, tokenOf(input), input.body)),
  on(contract.enterTokenNewCardPoint, (input, caller) => enterNewCard(deps, caller, tokenOf(input), input.body)),
  on(contract.enterTokenSelectedCard, (input, caller) => enterStoredCard(deps, caller, tokenOf(input), input.body)),
  on(contract.enterTokenSelectedCardPoint, (input, caller) =>
    enterStoredCard(deps, caller, tokenOf(input), input.body),
  ),
  on(contract.tradeNft, async ({ params, body }, { viewer }) => {
    const order = await completeCard(deps, viewer, tokenOf({ params }), body)
    return { tradeId: order.orderId, order }
  }),
  on(contract.enterTokenPaidy, (input, caller) => enterPaidy(deps, caller, tokenOf(input), input.body)),
  on(contract.buyTokenPaidy, ({ params, body }, caller) =>
    buyPaidy(deps, caller, tokenOf({ params }), { payId: body.paymentOrderId, field: 'paymentOrderId', usedPoint: 0 }),
  ),
  on(contract.buyTokenPaidyPoint, ({ params, body }, caller) =>
    buyPaidy(deps, caller, tokenOf({ params }), {
      payId: body.paymentOrderId,
      field: 'paymentOrderId',
      usedPoint: body.usedPoint,
    }),
  ),
  on(contract.buyTokenPoint, (input, caller) =>
    payWithPoints(deps, caller, tokenOf(input), { seenYen: input.body.priceYen }),
  ),
]
