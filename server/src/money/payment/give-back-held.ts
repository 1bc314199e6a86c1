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
 * What a gateway has of a payment whose facts contradict each other: `trade` where it knows one,
 * `heldYen` of it not given back.
 */
export type Held = { payment: PaymentRow; trade: Trade | undefined; heldYen: number }
/** Why a gateway is left as it is, in a sentence for the operator. */
type Refusal = { why: string }

/** Asks the gateway what it has of the payment of an order that was stopped. */
export async function findHeld(deps: HeldDeps, orderId: string): Promise<Held | Refusal> {
  const payment = await payments.findByOrder(deps.sql, orderId)
  if (!payment) return { why: 'it has no payment' }
  const found = await gatewayOf(deps, payment).search(payment)
  if (found.kind === 'unknown')
    return { why: `the gateway does not say what it holds (${found.cause}), try again later` }
  const trade = found.kind === 'found' ? found.trade : undefined
  return { payment, trade, heldYen: trade?.status === 'captured' ? trade.amountYen : 0 }
}

/**
 * Takes the payment to work on, so that two people do not give it back at once. False when somebody
 * has it.
 */
export const takeHeld = (deps: HeldDeps, { payment }: Held): Promise<boolean> => payments.claim(deps.sql, payment.id)

/**
 * Gives back what the gateway holds of a payment, whatever the sum, or ends what the buyer agreed
 * to; afterwards nothing of it is there. Returns why not otherwise: then the gateway is asked again
 * before anything is repeated.
 */
export async function giveBackHeld(deps: HeldDeps, { payment, trade }: Held): Promise<Refusal | undefined> {
  const gateway = gatewayOf(deps, payment)
  // given back already: there is nothing to end either
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
 * Ends the payment of an order that was stopped, inside the caller's transaction: the gateway holds
 * nothing of it. False when it is paid.
 */
export const endDoubtful = (db: Db, paymentId: string): Promise<boolean> =>
  payments.moveTo(db, paymentId, [...fromStates(paymentMoves, 'declined'), 'declined'], 'declined', { error: null })
