import { AppError } from '@kura/contract/errors'
import type { Deps } from '../../deps.ts'
import type { CardAccess, PayingCard } from '../../platform/gateways/card.ts'
import { payable } from './payable.ts'
import { askGateway } from './ask-gateway.ts'
import type { GatewayDeps } from './gateway-of.ts'
import * as payments from './queries.ts'
import type { PaymentRow } from './queries.ts'
import { recordCapture, recordDecline } from './record-outcome.ts'

type ChargeDeps = GatewayDeps & Pick<Deps, 'sql' | 'log' | 'metrics'>
/** The gateway's own code for a result that it does not know. */
export const resultUnknown = 'E91019999'

/**
 * Puts a card on a payment whose intent is committed: opens the trade, then the card. Ends in `challenged`, `captured` or
 * `declined`; answers the opening that a capture began. Fails with PAYMENT_DECLINED, or SERVICE_UNAVAILABLE when nobody knows
 * yet: the worker goes on then.
 */
export async function chargeCard(
  deps: ChargeDeps,
  payment: PaymentRow,
  card: PayingCard,
): Promise<{ startedId: string | undefined }> {
  const access = await enterTrade(deps, payment)
  const isOurs = await payments.moveTo(deps.sql, payment.id, ['entering'], 'executing', access)
  // the worker took this request for dead and ended the order
  if (!isOurs) throw new AppError('PAYMENT_EXPIRED')
  const { gatewayOrderId, retUrl } = payment
  const answer = await deps.card.execute({ ...access, gatewayOrderId, retUrl: retUrl ?? '', card })
  if (answer.kind === 'declined') return decline(deps, payment, answer.error)
  if (answer.kind === 'captured') return opened(await recordCapture(deps, payment, answer.proof))
  if (answer.kind === 'challenge') {
    const { redirectUrl } = answer
    const isKept = await payments.moveTo(deps.sql, payment.id, ['executing'], 'challenged', { redirectUrl })
    if (!isKept) throw new AppError('PAYMENT_EXPIRED')
    await payable.call.continueOrder(deps.sql, payment.orderId)
    return { startedId: undefined }
  }
  deps.log.warn({ payment: payment.id, cause: answer.cause }, 'the result of putting a card on a payment is unknown')
  // asked also when the worker has ended it meanwhile: the card may have paid
  await payments.renew(deps.sql, payment.id, 'executing')
  const truth = await askGateway(deps, payment)
  if (truth.kind === 'captured') return { startedId: truth.startedId }
  // no money was taken, and the address of the 3-D Secure page is lost: the member starts again
  if (truth.kind === 'unpaid') return decline(deps, payment, resultUnknown)
  await payments.moveTo(deps.sql, payment.id, ['executing'], 'unknown')
  throw new AppError('SERVICE_UNAVAILABLE')
}

async function enterTrade(deps: ChargeDeps, payment: PaymentRow): Promise<CardAccess> {
  const { gatewayOrderId, amountYen } = payment
  for (let attempt = 1; attempt <= 2; attempt += 1) {
    const answer = await deps.card.enter({ gatewayOrderId, amountYen })
    if (answer.kind === 'declined') await decline(deps, payment, answer.error)
    if (answer.kind === 'entered') return { accessId: answer.accessId, accessPass: answer.accessPass }
    // our order id is used once for ever: it is there or it is not, and asking again cannot charge twice
    if (!(await payments.renew(deps.sql, payment.id, 'entering'))) throw new AppError('PAYMENT_EXPIRED')
    const truth = await askGateway(deps, payment)
    if (truth.kind === 'unpaid' && truth.trade) return { accessId: truth.trade.ref, accessPass: truth.trade.pass }
    if (truth.kind !== 'unpaid' || !(await payments.renew(deps.sql, payment.id, 'entering'))) break
  }
  throw new AppError('SERVICE_UNAVAILABLE')
}

async function decline(deps: ChargeDeps, payment: PaymentRow, error: string): Promise<never> {
  await recordDecline(deps, payment, error)
  throw new AppError('PAYMENT_DECLINED', { error })
}

const opened = (captured: { outcome: string; startedId?: string | undefined } | undefined) => ({
  startedId: captured?.startedId,
})
