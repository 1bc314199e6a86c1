import { fromStates, paymentMoves } from '@kura/contract/states'
import type { Deps } from '../../deps.ts'
import type { Db } from '../../platform/db/connect.ts'
import type { Trade } from '../../platform/gateways/payment-gateway.ts'
import { gatewayOf } from './gateway.ts'
import type { GatewayDeps } from './gateway.ts'
import * as payments from './queries.ts'
import type { PaymentRow } from './queries.ts'

type HeldDeps = GatewayDeps & Pick<Deps, 'sql'>
/**
 * The state at the gateway of a payment whose facts contradict each other: `trade` if it knows one,
 * `heldYen` not yet refunded.
 */
export type Held = { payment: PaymentRow; trade: Trade | undefined; heldYen: number }
/** Why nothing is done at the gateway, for the operator. */
type Refusal = { why: string }

/** Asks the gateway for its state of a stopped order's payment. */
export async function findHeld(deps: HeldDeps, orderId: string): Promise<Held | Refusal> {
  const payment = await payments.findByOrder(deps.sql, orderId)
  if (!payment) return { why: 'it has no payment' }
  const found = await gatewayOf(deps, payment).search(payment)
  if (found.kind === 'unknown')
    return { why: `the gateway does not say what it holds (${found.cause}), try again later` }
  const trade = found.kind === 'found' ? found.trade : undefined
  return { payment, trade, heldYen: trade?.status === 'captured' ? trade.amountYen : 0 }
}

/** Claims the payment, so that two people cannot refund it at once. False when another has it. */
export const takeHeld = (deps: HeldDeps, { payment }: Held): Promise<boolean> => payments.claim(deps.sql, payment.id)

/**
 * Refunds all money the gateway holds of a payment, or voids its authorisation. Returns the reason
 * when it cannot: then the gateway is asked again before a repeat.
 */
export async function giveBackHeld(deps: HeldDeps, { payment, trade }: Held): Promise<Refusal | undefined> {
  const gateway = gatewayOf(deps, payment)
  // refunded already: there is nothing to void either
  if (trade?.status === 'returned') return undefined
  const goesOn = () => payments.renew(deps.sql, payment.id, payment.state)
  const answer =
    trade?.status === 'captured' ? await gateway.refund(payment, trade, goesOn) : await gateway.release(payment)
  if (answer.kind === 'done') return undefined
  return answer.kind === 'declined'
    ? { why: `the gateway refuses to give it back: ${answer.error}` }
    : { why: `the gateway does not say whether it gave it back (${answer.cause}), try again in a minute` }
}

/**
 * Ends the payment of a stopped order inside the caller's transaction; the gateway holds none of
 * its money. False when it is paid.
 */
export const endDoubtful = (db: Db, paymentId: string): Promise<boolean> =>
  payments.moveTo(db, paymentId, [...fromStates(paymentMoves, 'declined'), 'declined'], 'declined', { error: null })
