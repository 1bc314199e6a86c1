import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { OrderId, plainText, RefId, Uuid, Yen } from '../ids.ts'
import { EnteredOrder, PaidyCheckout, TradeStarted } from '../checkout/order.ts'
import { paths } from '../paths.ts'
import { AccessId, PaidyPaymentId, ReturnUrl, UsedPoint } from '../money/payment.ts'

/** The token to buy, by its reference. The price is that of its open listing. */
const params = z.object({ refId: RefId })

/**
 * The price the buyer was shown. TRADE_PRICE_CHANGED when it or a part of it has changed, and
 * nothing is reserved. Without `priceYen` the buyer pays what the open listing asks, unless the
 * token was listed for less within `limits.priceUnseenMinutes`: then TRADE_PRICE_CHANGED, because
 * the buyer may have seen the lower price. Nothing else binds the price: the call names the token,
 * not the listing, and `contentAccessFee` is one part of the price, often zero.
 */
const seen = { priceYen: Yen.optional(), contentAccessFee: Yen.optional() }
/** The same for calls that must send the content access fee. */
const seenFee = { ...seen, contentAccessFee: Yen }

/**
 * How beginning a purchase of a listed token can fail. NOT_FOUND: not listed, or not for this member. FORBIDDEN: the member's own listing
 * (`details` say `own_listing`; one wallet or mailbox counts as one member), these two traded it too often lately (`circle`), or
 * `terms_outdated`. LISTING_STATE: somebody else is paying for it (`held`), it can be bought from `buyableFrom` on (`not_yet`), or the chain
 * would not deliver it (`not_deliverable`). TOO_MANY_REQUESTS where waiting a moment does not help: the member took this listing many times in vain
 * today (`played`), or has begun to pay for as many listings as one may at once (`reserved_most`). RECIPIENT_NOT_READY: the buyer's own account has no room for it (`storage_full`). SALES_PAUSED also when the day's limit of deliveries is reached (`daily_limit`).
 */
const beginErrors = [
  'NOT_FOUND',
  'INVALID_INPUT',
  'FORBIDDEN',
  'WALLET_REQUIRED',
  'DELETION_PENDING',
  'WALLET_CHANGING',
  'RECIPIENT_NOT_READY',
  'BIRTHDAY_REQUIRED',
  'MINOR_LIMIT_REACHED',
  'LISTING_STATE',
  'TRADE_PRICE_CHANGED',
  'SALES_PAUSED',
] as const
const beginWithPoints = [...beginErrors, 'POINTS_SHORT'] as const
const chargeErrors = ['PAYMENT_DECLINED', 'PAYMENT_EXPIRED'] as const

/** A reserved token and the gateway's page for its payment. */
export const PaymentPage = z.object({
  orderId: OrderId,
  /**
   * The gateway's id of the payment; the page returns to `returnUrl` with it as `paymentOrderId` in
   * the query.
   */
  paymentOrderId: z.string(),
  paymentUrl: z.string(),
})
const pageBody = { lang: z.enum(['ja', 'en']), returnUrl: ReturnUrl }
export const paymentUrlCredit = endpoint(paths.paymentUrlCredit, {
  summary:
    'Reserves a listed token at its current price and opens the card gateway’s own page for it. Send `priceYen` to pay only the price that was shown.',
  params,
  body: z.strictObject({ ...pageBody, ...seen }),
  output: PaymentPage,
  errors: [...beginErrors, ...chargeErrors, 'ORDER_STATE'],
})
export const paymentUrlCreditPoint = endpoint(paths.paymentUrlCreditPoint, {
  summary: 'The same for the part that points do not pay.',
  params,
  body: z.strictObject({ ...pageBody, usedPoint: UsedPoint, ...seen }),
  output: PaymentPage,
  errors: [...beginWithPoints, ...chargeErrors, 'ORDER_STATE'],
})

/** The payment id from the page's return address. */
const PaymentOrderId = z.string().regex(/^[0-9A-Z-]{1,27}$/)
const completeErrors = ['NOT_FOUND', 'INVALID_INPUT', 'PAYMENT_DECLINED', 'PAYMENT_EXPIRED', 'ORDER_STATE'] as const
export const buyTokenCredit = endpoint(paths.buyTokenCredit, {
  summary:
    'Reports that the buyer is back from the gateway’s page. The server asks the gateway what was paid; ORDER_STATE while nothing was. Repeating it returns the same.',
  params,
  body: z.strictObject({ paymentOrderId: PaymentOrderId }),
  output: TradeStarted,
  errors: completeErrors,
})
export const buyTokenCreditPoint = endpoint(paths.buyTokenCreditPoint, {
  summary: 'The same for a price paid in part with points.',
  params,
  body: z.strictObject({ paymentOrderId: PaymentOrderId, usedPoint: UsedPoint }),
  output: TradeStarted,
  errors: completeErrors,
})

const newCard = { retUrl: ReturnUrl, paymentToken: z.string().min(1).max(128) }
const selectedCard = { retUrl: ReturnUrl, cardSeq: Uuid, securityCode: z.string().regex(/^[0-9]{3,4}$/) }
export const enterTokenNewCard = endpoint(paths.enterTokenNewCard, {
  summary:
    'Reserves a listed token at its current price and starts the payment with a new card. Send `priceYen` to pay only the price that was shown.',
  params,
  body: z.strictObject({ ...newCard, ...seenFee }),
  output: EnteredOrder,
  errors: [...beginErrors, ...chargeErrors],
})
export const enterTokenNewCardPoint = endpoint(paths.enterTokenNewCardPoint, {
  summary: 'The same, with `usedPoint` of the price paid in points.',
  params,
  body: z.strictObject({ ...newCard, usedPoint: UsedPoint, ...seenFee }),
  output: EnteredOrder,
  errors: [...beginWithPoints, ...chargeErrors],
})
export const enterTokenSelectedCard = endpoint(paths.enterTokenSelectedCard, {
  summary:
    'Reserves a listed token at its current price and starts the payment with a stored card. Send `priceYen` to pay only the price that was shown.',
  params,
  body: z.strictObject({ ...selectedCard, ...seenFee }),
  output: EnteredOrder,
  errors: [...beginErrors, ...chargeErrors],
})
export const enterTokenSelectedCardPoint = endpoint(paths.enterTokenSelectedCardPoint, {
  summary: 'The same, with `usedPoint` of the price paid in points.',
  params,
  body: z.strictObject({ ...selectedCard, usedPoint: UsedPoint, ...seenFee }),
  output: EnteredOrder,
  errors: [...beginWithPoints, ...chargeErrors],
})
export const tradeNft = endpoint(paths.tradeNft, {
  summary:
    'Completes the payment after 3-D Secure. With `cardName` the card is stored. `usedPoint` must match the reservation. Repeating it returns the same.',
  params,
  body: z.strictObject({
    accessID: AccessId,
    cardName: plainText(50).optional(),
    holderName: plainText(50).optional(),
    /** Zero when no points were used. */
    usedPoint: z.int().min(0).max(9_999_998).optional(),
  }),
  output: TradeStarted,
  errors: completeErrors,
})

export const enterTokenPaidy = endpoint(paths.enterTokenPaidy, {
  summary:
    'Reserves a listed token at its current price for a deferred payment and returns what launches the checkout. Send `priceYen` to pay only the price that was shown.',
  params,
  body: z.strictObject({ usedPoint: UsedPoint.optional(), ...seen }),
  output: PaidyCheckout,
  errors: [...beginWithPoints, 'PAYMENT_EXPIRED'],
})
export const buyTokenPaidy = endpoint(paths.buyTokenPaidy, {
  summary:
    'Pays with an authorised deferred payment (`paymentOrderId`, the provider’s id): a reservation that it names, or the listed token at once when it names no order of ours, its buyer has the e-mail address of the member and its amount is the price. All of it is read from the provider; what cannot be used is closed there. Repeating it returns the same.',
  params,
  body: z.strictObject({ paymentOrderId: PaidyPaymentId }),
  output: TradeStarted,
  errors: [...beginWithPoints, ...chargeErrors, 'ORDER_STATE'],
})
export const buyTokenPaidyPoint = endpoint(paths.buyTokenPaidyPoint, {
  summary: 'The same for a price paid in part with points.',
  params,
  body: z.strictObject({ paymentOrderId: PaidyPaymentId, usedPoint: UsedPoint }),
  output: TradeStarted,
  errors: [...beginWithPoints, ...chargeErrors, 'ORDER_STATE'],
})

export const buyTokenPoint = endpoint(paths.buyTokenPoint, {
  summary:
    'Buys a listed token with points alone, one point for each yen of its current price. Send `priceYen` to pay only the price that was shown.',
  params,
  body: z.strictObject(seenFee),
  output: TradeStarted,
  errors: beginWithPoints,
})
