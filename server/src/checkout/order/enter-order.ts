import { AppError, ensure } from '@kura/contract/errors'
import { safeRedirect } from '@kura/contract/redirect'
import { findPayingCard } from '../../money/card/find-paying-card.ts'
import type { PayingCard } from '../../platform/gateways/card.ts'
import type { GateDeps } from '../../identity/member/ensure-full-member.ts'
import {
  findCharge,
  findPaymentOf,
  hashOfToken,
  intendCharge,
  presentCharge,
  startCharge,
} from '../../money/payment/start-charge.ts'
import type { Charge, ChargeIntent, IntendedCharge } from '../../money/payment/start-charge.ts'
import { beginOrder, findEarlier, requestHashOf } from './begin-order.ts'
import type { BuyDeps, Caller } from './begin-order.ts'
import { followPurchase } from './follow-purchase.ts'
import { keyOf } from './subject.ts'
import type { Subject } from './subject.ts'

export type Entry = Omit<Charge, 'openingId'>
type Sum = { usedPoint?: number | undefined; priceYen?: number | undefined }
type NewCardBody = { retUrl: string; paymentToken: string } & Sum
type SelectedCardBody = { retUrl: string; cardSeq: string; securityCode: string } & Sum
type NewCard = { params: { packId: string }; body: NewCardBody }
type SelectedCard = { params: { packId: string }; body: SelectedCardBody }
/** The gateway's code for a one-time token that was used before. */
const tokenUsed = 'EX1000302'

/**
 * Reserves one pack and charges a new card: the order and the intent are committed first, then the gateway is called.
 * A one-time card token begins one order; sending it again answers that order. `redirectUrl` is the 3-D Secure page, which
 * returns to `retUrl` on this site. Fails as the contract says, with everything reserved given back.
 */
export const enterOrder = (deps: BuyDeps, caller: Caller, { params, body }: NewCard): Promise<Entry> =>
  enterNewCard(deps, caller, { kind: 'pack', ...params }, body)

/** The same with a card that the member stored and its security code, which is never kept. */
export const enterWithStoredCard = (deps: BuyDeps, caller: Caller, { params, body }: SelectedCard): Promise<Entry> =>
  enterStoredCard(deps, caller, { kind: 'pack', ...params }, body)

/** The same for whatever is bought. */
export async function enterNewCard(deps: BuyDeps, caller: Caller, subject: Subject, body: NewCardBody): Promise<Entry> {
  const tokenHash = hashOfToken(body.paymentToken)
  const entered = await reserveCharge(deps, caller, {
    subject,
    ...sumOf(body),
    intent: { method: 'new-card', tokenHash, retUrl: returnTo(deps, body.retUrl) },
    findFirst: () => findCharge(deps, tokenHash),
  })
  // somebody else's token, or one that began another purchase: to the gateway it is used
  const { memberId, subjectId } = entered.payment
  if (memberId !== caller.viewer.memberId || subjectId !== keyOf(subject))
    throw new AppError('PAYMENT_DECLINED', { error: tokenUsed })
  return charge(deps, subject, entered, { kind: 'token', token: body.paymentToken })
}

/** The same for whatever is bought. */
export async function enterStoredCard(
  deps: BuyDeps,
  caller: Caller,
  subject: Subject,
  body: SelectedCardBody,
): Promise<Entry> {
  const { cardSeq: cardId, securityCode } = body
  const card = await findPayingCard(deps, { cardId, memberId: caller.viewer.memberId, securityCode })
  const requestHash = requestHashOf(`selected-card ${keyOf(subject)}`, caller)
  const entered = await reserveCharge(deps, caller, {
    subject,
    ...sumOf(body),
    requestHash,
    intent: { method: 'selected-card', cardId, retUrl: returnTo(deps, body.retUrl) },
    findFirst: async () => {
      const earlier = await findEarlier(deps, requestHash, sumOf(body))
      const payment = earlier && (await findPaymentOf(deps, earlier.id))
      // another card under the same key is another request, whatever became of the first
      ensure(!payment || payment.cardId === cardId, 'IDEMPOTENCY_KEY_REUSED')
      return payment
    },
  })
  return charge(deps, subject, entered, card)
}

const sumOf = ({ usedPoint = 0, priceYen }: Sum) => ({ usedPoint, seenYen: priceYen })

type Wanted = {
  subject: Subject
  usedPoint: number
  /** The price that the buyer confirmed. */
  seenYen?: number | undefined
  requestHash?: Buffer | undefined
  intent: ChargeIntent
  /** The payment that this request began before. */
  findFirst: () => Promise<IntendedCharge | undefined>
}
type Reserved = { payment: IntendedCharge; isNew: boolean }

/** The order and the intent to charge a card for it, in one transaction; or what this request began before. */
export async function reserveCharge(
  deps: GateDeps & Pick<BuyDeps, 'sql'>,
  caller: Caller,
  wanted: Wanted,
): Promise<Reserved> {
  const { subject, usedPoint, seenYen, requestHash, intent, findFirst } = wanted
  let intended: IntendedCharge | undefined
  const wish = { by: 'card', subject, usedPoint, seenYen, requestHash, isRepeat: findFirst } as const
  const reserved = await beginOrder(deps, caller, wish, {
    alongside: async (db, { orderId, chargedYen }) => {
      intended = await intendCharge(db, { orderId, amountYen: chargedYen }, intent)
    },
  })
  const payment = reserved ? intended : await findFirst()
  ensure(payment, 'INTERNAL_SERVER_ERROR')
  return { payment, isNew: reserved !== undefined }
}

async function charge(deps: BuyDeps, subject: Subject, { payment, isNew }: Reserved, card: PayingCard): Promise<Entry> {
  const { openingId, ...entry } = isNew ? await startCharge(deps, payment, card) : await presentCharge(deps, payment.id)
  followPurchase(deps, subject, { orderId: entry.orderId, openingId, isPaid: entry.redirectUrl === null })
  return entry
}

/** An address of this site as a gateway is given it. */
export const returnTo = ({ env }: Pick<BuyDeps, 'env'>, retUrl: string): string =>
  new URL(safeRedirect(retUrl), env.PUBLIC_URL).href
