import { AppError, ensure } from '@kura/contract/errors'
import { safeRedirect } from '@kura/contract/redirect'
import type { Deps } from '../deps.ts'
import { fault } from '../fault.ts'
import type { Viewer } from '../http/on.ts'
import { ensureFullMember } from '../member/ensure-full-member.ts'
import { startSoon } from '../opening/start-soon.ts'
import type { OpeningDeps } from '../opening/settle-opening.ts'
import type { PaymentDeps } from '../payment/secure-payment.ts'
import { findCharge, hashOfToken, intendCharge, presentCharge, startCharge } from '../payment/start-charge.ts'
import type { Charge } from '../payment/start-charge.ts'
import { reservePack } from './reserve-pack.ts'

type EnterOrder = { params: { packId: string }; body: { retUrl: string; paymentToken: string } }
export type BuyDeps = PaymentDeps & OpeningDeps & Pick<Deps, 'env' | 'background'>
type Intent = Awaited<ReturnType<typeof intendCharge>>
/** The gateway's code for a one-time token that was used before. */
const tokenUsed = 'EX1000302'

/**
 * Reserves one pack and charges a new card: the order and the intent are committed first, then the gateway is called.
 * A one-time card token begins one order; sending it again answers that order. `redirectUrl` is the 3-D Secure page, which
 * returns to `retUrl` on this site. Fails as the contract says, with the stock given back.
 */
export async function enterOrder(
  deps: BuyDeps,
  viewer: Viewer,
  { params, body }: EnterOrder,
): Promise<Omit<Charge, 'openingId'>> {
  const tokenHash = hashOfToken(body.paymentToken)
  await ensureMayBuy(deps, viewer, tokenHash)
  const buyer = { memberId: viewer.memberId, packId: params.packId }
  const retUrl = new URL(safeRedirect(body.retUrl), deps.env.PUBLIC_URL).href
  const intended = await reserveOnce(deps, buyer, tokenHash, retUrl)
  const payment = intended ?? (await findCharge(deps, tokenHash))
  ensure(payment, 'INTERNAL_SERVER_ERROR')
  // somebody else's token, or one that began another purchase: to the gateway it is used
  if (payment.memberId !== buyer.memberId || payment.packId !== buyer.packId)
    throw new AppError('PAYMENT_DECLINED', { error: tokenUsed })
  await fault('order.reserved')
  const { openingId, ...charge } = intended
    ? await startCharge(deps, payment, body.paymentToken)
    : await presentCharge(deps, payment.id)
  if (openingId !== undefined) startSoon(deps, openingId)
  return charge
}

/** Only full members begin a purchase; one that this token began is answered whatever has become of the membership since. */
async function ensureMayBuy(deps: BuyDeps, viewer: Viewer, tokenHash: Buffer): Promise<void> {
  try {
    await ensureFullMember(deps, viewer)
  } catch (error) {
    if (!(error instanceof AppError) || !(await findCharge(deps, tokenHash))) throw error
  }
}

/**
 * Makes the order with the intent to charge it, unless this token has begun one: then nothing is made, and undefined answered.
 * The token's unique row tells, so that the first request, which is nearly every one, asks no question before.
 */
export async function reserveOnce(
  deps: Pick<Deps, 'sql'>,
  buyer: { memberId: string; packId: string },
  tokenHash: Buffer,
  retUrl: string,
): Promise<Intent | undefined> {
  let intended: Intent | undefined
  try {
    await reservePack(deps, buyer, async (db, reservation) => {
      intended = await intendCharge(db, { ...reservation, tokenHash, retUrl })
    })
    return intended
  } catch (error) {
    const { code, constraint_name: constraint } = error as { code?: string; constraint_name?: string }
    if (code === '23505' && constraint === 'card_payments_token') return undefined
    // the first request took the last unit, or the last one the member may have, or the sale has ended since
    if (error instanceof AppError && (await findCharge(deps, tokenHash))) return undefined
    throw error
  }
}
