import { AppError, ensure } from '@kura/contract/errors'
import { safeRedirect } from '@kura/contract/redirect'
import { findPayingCard } from '../card/find-paying-card.ts'
import { fault } from '../fault.ts'
import type { PayingCard } from '../gateways/card.ts'
import type { GateDeps } from '../member/ensure-full-member.ts'
import { startSoon } from '../opening/start-soon.ts'
import {
  findCharge,
  findPaymentOf,
  hashOfToken,
  intendCharge,
  presentCharge,
  startCharge,
} from '../payment/start-charge.ts'
import type { Charge, ChargeIntent, IntendedCharge } from '../payment/start-charge.ts'
import { beginOrder, findEarlier, requestHashOf } from './begin-order.ts'
import type { BuyDeps, Caller } from './begin-order.ts'

type Entry = Omit<Charge, 'openingId'>
type Sum = { usedPoint?: number | undefined; priceYen?: number | undefined }
type NewCard = {
  params: { packId: string }
  body: { retUrl: string; paymentToken: string } & Sum
}
type SelectedCard = {
  params: { packId: string }
  body: { retUrl: string; cardSeq: string; securityCode: string } & Sum
}
/** The gateway's code for a one-time token that was used before. */
const tokenUsed = 'EX1000302'

/**
 * Reserves one pack and charges a new card: the order and the intent are committed first, then the gateway is called.
 * A one-time card token begins one order; sending it again answers that order. `redirectUrl` is the 3-D Secure page, which
 * returns to `retUrl` on this site. Fails as the contract says, with everything reserved given back.
 */
export async function enterOrder(deps: BuyDeps, caller: Caller, { params, body }: NewCard): Promise<Entry> {
  const tokenHash = hashOfToken(body.paymentToken)
  const entered = await reserveCharge(deps, caller, {
    packId: params.packId,
    ...sumOf(body),
    intent: { method: 'new-card', tokenHash, retUrl: returnTo(deps, body.retUrl) },
    findFirst: () => findCharge(deps, tokenHash),
  })
  // somebody else's token, or one that began another purchase: to the gateway it is used
  const { memberId, subjectId } = entered.payment
  if (memberId !== caller.viewer.memberId || subjectId !== params.packId)
    throw new AppError('PAYMENT_DECLINED', { error: tokenUsed })
  return charge(deps, entered, { kind: 'token', token: body.paymentToken })
}

/** The same with a card that the member stored and its security code, which is never kept. */
export async function enterWithStoredCard(
  deps: BuyDeps,
  caller: Caller,
  { params, body }: SelectedCard,
): Promise<Entry> {
  const { cardSeq: cardId, securityCode } = body
  const card = await findPayingCard(deps, { cardId, memberId: caller.viewer.memberId, securityCode })
  const requestHash = requestHashOf(`selected-card ${params.packId}`, caller)
  const entered = await reserveCharge(deps, caller, {
    packId: params.packId,
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
  return charge(deps, entered, card)
}

const sumOf = ({ usedPoint = 0, priceYen }: Sum) => ({ usedPoint, seenYen: priceYen })

type Wanted = {
  packId: string
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
  const { packId, usedPoint, seenYen, requestHash, intent, findFirst } = wanted
  let intended: IntendedCharge | undefined
  const wish = { by: 'card', packId, usedPoint, seenYen, requestHash, isRepeat: findFirst } as const
  const reserved = await beginOrder(deps, caller, wish, {
    alongside: async (db, { orderId, chargedYen }) => {
      intended = await intendCharge(db, { orderId, amountYen: chargedYen }, intent)
    },
  })
  const payment = reserved ? intended : await findFirst()
  ensure(payment, 'INTERNAL_SERVER_ERROR')
  return { payment, isNew: reserved !== undefined }
}

async function charge(deps: BuyDeps, { payment, isNew }: Reserved, card: PayingCard): Promise<Entry> {
  await fault('order.reserved')
  const { openingId, ...entry } = isNew ? await startCharge(deps, payment, card) : await presentCharge(deps, payment.id)
  if (openingId !== undefined) startSoon(deps, openingId)
  return entry
}

const returnTo = ({ env }: Pick<BuyDeps, 'env'>, retUrl: string): string =>
  new URL(safeRedirect(retUrl), env.PUBLIC_URL).href
