import type { OrderView } from '@kura/contract/checkout/order'
import { AppError, ensure } from '@kura/contract/errors'
import { safeRedirect } from '@kura/contract/redirect'
import type { GateDeps } from '../../identity/member/ensure-full-member.ts'
import { findPayingCard } from '../../money/card/cards.ts'
import { storeSoon } from '../../money/card/store-card.ts'
import {
  findCharge,
  findPaymentOf,
  hashOfToken,
  intendCharge,
  presentCharge,
  startCharge,
} from '../../money/payment/charge.ts'
import type { Charge, ChargeIntent, IntendedCharge } from '../../money/payment/charge.ts'
import { completePayment, findByAccessId } from '../../money/payment/complete-payment.ts'
import type { PayingCard } from '../../platform/gateways/card.ts'
import type { Viewer } from '../../platform/http/on.ts'
import { ensureReserved, followPurchase } from './purchase.ts'
import type { BuyDeps, Caller } from './purchase.ts'
import { find } from './queries.ts'
import { beginOrder, findEarlier, requestHashOf } from './reserve.ts'
import type { ReserveOptions, Subject } from './sellable.ts'
import { showOwn } from './show-orders.ts'

export type Entry = Omit<Charge, 'startedId'>
type Sum = { usedPoint?: number | undefined; priceYen?: number | undefined }
type NewCardBody = { retUrl: string; paymentToken: string } & Sum
type StoredCardBody = { retUrl: string; cardSeq: string; securityCode: string } & Sum
type ReturnBody = { accessID: string; cardName?: string | undefined; holderName?: string | undefined } & Sum
/** The gateway's code for a used one-time token. */
const tokenUsed = 'EX1000302'

/**
 * Reserves a subject and charges a new card: the order and the intent are committed first, then the
 * gateway is called. A one-time card token begins one order; sending it again returns that order.
 * `redirectUrl` is the 3-D Secure page, which returns to `retUrl` on this site. Fails as the
 * contract says, with everything reserved released.
 */
export async function enterNewCard(deps: BuyDeps, caller: Caller, subject: Subject, body: NewCardBody): Promise<Entry> {
  const tokenHash = hashOfToken(body.paymentToken)
  const entered = await reserveCharge(deps, caller, {
    subject,
    ...sumOf(body),
    intent: { method: 'new-card', tokenHash, retUrl: returnTo(deps, body.retUrl) },
    findFirst: () => findCharge(deps, tokenHash),
  })
  // another member's token, or one of another purchase: the gateway treats it as used
  const { memberId, subjectId } = entered.payment
  if (memberId !== caller.viewer.memberId || subjectId !== subject.key)
    throw new AppError('PAYMENT_DECLINED', { error: tokenUsed })
  return charge(deps, subject, entered, { kind: 'token', token: body.paymentToken })
}

/** The same with a card that the member stored and its security code, which is never kept. */
export async function enterStoredCard(
  deps: BuyDeps,
  caller: Caller,
  subject: Subject,
  body: StoredCardBody,
): Promise<Entry> {
  const { cardSeq: cardId, securityCode } = body
  const card = await findPayingCard(deps, { cardId, memberId: caller.viewer.memberId, securityCode })
  const requestHash = requestHashOf(`selected-card ${subject.key}`, caller)
  const entered = await reserveCharge(deps, caller, {
    subject,
    ...sumOf(body),
    requestHash,
    intent: { method: 'selected-card', cardId, retUrl: returnTo(deps, body.retUrl) },
    findFirst: async () => {
      const earlier = await findEarlier(deps, requestHash, sumOf(body))
      const payment = earlier && (await findPaymentOf(deps, earlier.id))
      // another card under the same key is another request, regardless of the first outcome
      ensure(!payment || payment.cardId === cardId, 'IDEMPOTENCY_KEY_REUSED')
      return payment
    },
  })
  return charge(deps, subject, entered, card)
}

/**
 * Completes the payment of the member's own order after 3-D Secure; with `cardName` the card is
 * kept afterwards. Repeated or parallel calls get the same result and charge once; an AccessID that
 * is not of this member's order of this subject is NOT_FOUND and changes nothing. `usedPoint`, if
 * given, has to equal the reserved points.
 */
export async function completeCard(
  deps: BuyDeps,
  viewer: Viewer,
  subject: Subject,
  { usedPoint, ...body }: ReturnBody,
): Promise<OrderView> {
  const payment = await findByAccessId(deps, body.accessID)
  ensure(payment?.memberId === viewer.memberId && payment.subjectId === subject.key, 'NOT_FOUND')
  const order = usedPoint === undefined ? undefined : await find(deps.sql, payment.orderId)
  if (order) ensureReserved(order, usedPoint)
  const { startedId } = await completePayment(deps, payment, cardToKeep(body))
  if (payment.method === 'new-card') storeSoon(deps, payment.id)
  const shown = await showOwn(deps, viewer, payment.orderId)
  followPurchase(deps, subject, { orderId: payment.orderId, startedId, isPaid: shown.state === 'captured' })
  return shown
}

/**
 * A name for the card asks for it to be kept. The gateway takes a holder's name in Latin letters
 * only.
 */
function cardToKeep({ cardName = '', holderName = '' }: ReturnBody) {
  const name = cardName.trim()
  if (name === '') return {}
  return { cardName: name, holderName: /^[\x20-\x7e]*$/.test(holderName) ? holderName.trim() : '' }
}

const sumOf = ({ usedPoint = 0, priceYen }: Sum) => ({ usedPoint, seenYen: priceYen })

type ChargeOptions = Omit<ReserveOptions, 'by'> & {
  subject: Subject
  intent: ChargeIntent
  /** The payment that an earlier try of this request began. */
  findFirst: () => Promise<IntendedCharge | undefined>
}
type Reserved = { payment: IntendedCharge; isNew: boolean }

/**
 * Writes the order and the intent to charge a card in one transaction, or returns what an earlier
 * try of this request began.
 */
export async function reserveCharge(
  deps: GateDeps & Pick<BuyDeps, 'sql'>,
  caller: Caller,
  { intent, findFirst, ...options }: ChargeOptions,
): Promise<Reserved> {
  let intended: IntendedCharge | undefined
  const reserved = await beginOrder(
    deps,
    caller,
    { by: 'card', ...options, isRepeat: findFirst },
    {
      alongside: async (db, { orderId, chargedYen }) => {
        intended = await intendCharge(db, { orderId, amountYen: chargedYen }, intent)
      },
    },
  )
  const payment = reserved ? intended : await findFirst()
  ensure(payment, 'INTERNAL_SERVER_ERROR')
  return { payment, isNew: reserved !== undefined }
}

async function charge(deps: BuyDeps, subject: Subject, { payment, isNew }: Reserved, card: PayingCard): Promise<Entry> {
  const { startedId, ...entry } = isNew ? await startCharge(deps, payment, card) : await presentCharge(deps, payment.id)
  followPurchase(deps, subject, { orderId: entry.orderId, startedId, isPaid: entry.redirectUrl === null })
  return entry
}

/** The full URL of a path on this site, for a gateway. */
export const returnTo = ({ env }: Pick<BuyDeps, 'env'>, retUrl: string): string =>
  new URL(safeRedirect(retUrl), env.PUBLIC_URL).href
