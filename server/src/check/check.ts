import type { AccessNode } from '@kura/cadence/access-node'
import type { ChainConfig } from '../chain/chain-config.ts'
import { reportDrift } from '../chain/drift-report.ts'
import type { Db, Sql } from '../db/connect.ts'
import type { CardGateway } from '../gateways/card.ts'
import * as ledger from './ledger-queries.ts'
import type { Finding } from './ledger-queries.ts'
import * as orders from './order-queries.ts'
import * as stocks from './stock-queries.ts'

export type Violation = { invariant: string; what: string; id: string }
export type CheckDeps = { sql: Sql; accessNode?: AccessNode; chain?: ChainConfig; card?: CardGateway }
/** How much of the outside is asked too. Asking costs one call per payment, and one per vault. */
export type CheckScope = { withGateway?: boolean; withChain?: boolean; paymentsMost?: number }

/** Every invariant that the database alone can tell, by its name. */
export const invariants: Readonly<Record<string, (db: Db) => PromiseLike<Finding[]>>> = {
  I1: ledger.unbalanced,
  I2: ledger.wrongBalances,
  I3: ledger.overdrawn,
  I4: ledger.rewritten,
  I5: stocks.wrongStocks,
  I6: stocks.strayUnits,
  I7: stocks.strayTokens,
  I8: orders.restingOrders,
  I9: orders.wrongGatewayAccount,
  I10: orders.doubleMoney,
  I11: orders.unpaidOrUndelivered,
  I16: stocks.wrongHoldings,
  I20: orders.wrongHistories,
}

/**
 * Compares orders, stock, ledger and tokens with each other in one snapshot, and on request with the card gateway and the chain.
 * Answers every contradiction by the invariant it breaks and the id it is found at. Changes nothing.
 */
export async function checkInvariants(deps: CheckDeps, scope: CheckScope = {}): Promise<Violation[]> {
  const inside = await deps.sql.begin('isolation level repeatable read read only', async (db) => {
    const found: Violation[] = []
    for (const [invariant, find] of Object.entries(invariants)) {
      for (const { id, what } of await find(db)) found.push({ invariant, what, id })
    }
    return found
  })
  const { accessNode, chain, card } = deps
  const { withGateway = false, withChain = false, paymentsMost = 500 } = scope
  const outside = withGateway && card ? await compareWithGateway(deps.sql, card, paymentsMost) : []
  if (!withChain || !accessNode || !chain) return [...inside, ...outside]
  const drifts = await reportDrift({ sql: deps.sql, accessNode, chain })
  const strays = drifts.map(({ tokenId, rowOwner, chainOwner }) => ({
    invariant: 'I7',
    id: tokenId,
    what: `the row says ${rowOwner ?? 'nobody'} holds the token, the chain says ${chainOwner ?? 'nobody'}`,
  }))
  return [...inside, ...outside, ...strays]
}

const expected: Readonly<Record<string, readonly string[]>> = {
  captured: ['captured'],
  // it may be on its way back or there already
  refunding: ['captured', 'returned'],
  refunded: ['returned'],
  declined: ['absent', 'open', 'challenged'],
}

async function compareWithGateway(sql: Sql, card: CardGateway, most: number): Promise<Violation[]> {
  const found: Violation[] = []
  for (const payment of await orders.listRecentPayments(sql, most)) {
    const answer = await card.search(payment.gatewayOrderId)
    if (answer.kind === 'unknown') continue
    const status = answer.kind === 'absent' ? 'absent' : answer.trade.status
    const isSame = answer.kind === 'absent' || answer.trade.amountYen === payment.amountYen
    if (isSame && expected[payment.state]?.includes(status)) continue
    const amount = answer.kind === 'absent' ? '' : ` with ${answer.trade.amountYen} yen`
    const what = `the payment of ${payment.amountYen} yen is ${payment.state}, the gateway says ${status}${amount}`
    found.push({ invariant: 'I9', what, id: payment.orderId })
  }
  return found
}
