import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { PackId, plainText, Uuid, Yen } from '../ids.ts'
import { paths } from '../paths.ts'
import { AccessId, PaidyPaymentId, ReturnUrl, UsedPoint } from '../money/payment.ts'
import { OrderView, EnteredOrder, PaidyCheckout, TradeStarted } from '../checkout/order.ts'

/**
 * The price as the buyer saw it. TRADE_PRICE_CHANGED when it has changed, and nothing is reserved.
 * Without it, the buyer pays the price at the moment of the reservation.
 */
const SeenPrice = Yen.optional()

/** Failures that every purchase can have. */
const buyErrors = [
  'NOT_FOUND',
  'INVALID_INPUT',
  // terms_outdated: only full members may buy
  'FORBIDDEN',
  'WALLET_REQUIRED',
  'DELETION_PENDING',
  'BIRTHDAY_REQUIRED',
  'MINOR_LIMIT_REACHED',
  'QUEUE_FIRST',
  'PACK_OUT_OF_STOCK',
  'PACK_SELLING_TERM_BEFORE',
  'PACK_SELLING_TERM_AFTER',
  'PACK_LIMIT_REACHED',
  'POINTS_SHORT',
] as const

export const entryOrderNewCard = endpoint(paths.entryOrderNewCard, {
  summary: 'Reserves one pack and starts the payment with a new card, `usedPoint` of the price paid in points.',
  params: z.object({ packId: PackId }),
  body: z.strictObject({
    retUrl: ReturnUrl,
    paymentToken: z.string().min(1).max(128),
    usedPoint: UsedPoint.optional(),
    priceYen: SeenPrice,
  }),
  output: EnteredOrder,
  errors: [...buyErrors, 'TRADE_PRICE_CHANGED', 'PAYMENT_DECLINED', 'PAYMENT_EXPIRED'],
})

export const entryOrderSelectedCard = endpoint(paths.entryOrderSelectedCard, {
  summary: 'Reserves one pack and starts the payment with a stored card of the member.',
  params: z.object({ packId: PackId }),
  body: z.strictObject({
    retUrl: ReturnUrl,
    /** Our id of the stored card. */
    cardSeq: Uuid,
    securityCode: z.string().regex(/^[0-9]{3,4}$/),
    usedPoint: UsedPoint.optional(),
    priceYen: SeenPrice,
  }),
  output: EnteredOrder,
  errors: [...buyErrors, 'TRADE_PRICE_CHANGED', 'PAYMENT_DECLINED', 'PAYMENT_EXPIRED'],
})

export const entryOrderBuy = endpoint(paths.entryOrderBuy, {
  summary: 'Completes the payment after 3-D Secure. With `cardName` the card is stored. Repeating it returns the same.',
  params: z.object({ packId: PackId }),
  body: z.strictObject({
    accessID: AccessId,
    cardName: plainText(50).optional(),
    holderName: plainText(50).optional(),
  }),
  output: OrderView,
  errors: ['NOT_FOUND', 'PAYMENT_DECLINED', 'PAYMENT_EXPIRED', 'ORDER_STATE'],
})

export const entryOrderPaidy = endpoint(paths.entryOrderPaidy, {
  summary: 'Reserves one pack for a deferred payment and returns what launches the checkout.',
  params: z.object({ packId: PackId }),
  body: z.strictObject({ usedPoint: UsedPoint.optional(), priceYen: SeenPrice }),
  output: PaidyCheckout,
  errors: [...buyErrors, 'TRADE_PRICE_CHANGED', 'PAYMENT_EXPIRED'],
})

export const buyPaidy = endpoint(paths.buyPaidy, {
  summary:
    'Pays with an authorised deferred payment (`orderID`, the provider’s id): a reservation that it names, or the pack at once when it names no order of ours, its buyer has the e-mail address of the member and its amount is the price. All of it is read from the provider; what cannot be used is closed there. Repeating it returns the same. NOT_FOUND with the fault `reserve_first` for a payment of somebody else.',
  params: z.object({ packId: PackId }),
  body: z.strictObject({
    orderID: PaidyPaymentId,
    usedPoint: z
      .union([
        UsedPoint,
        z
          .string()
          .regex(/^[1-9][0-9]{0,6}$/)
          .transform(Number)
          .pipe(UsedPoint),
      ])
      .optional(),
  }),
  output: TradeStarted,
  errors: [...buyErrors, 'PAYMENT_DECLINED', 'PAYMENT_EXPIRED', 'ORDER_STATE'],
})

export const buyPoint = endpoint(paths.buyPoint, {
  summary: 'Buys one pack with points alone.',
  params: z.object({ packId: PackId }),
  body: z.strictObject({ usedPoint: z.int().min(1).max(9_999_999) }),
  output: TradeStarted,
  errors: buyErrors,
})
