import type { AccessNode } from '@kura/cadence/access-node'
import { reportDrift } from '../../chain/index/drift-report.ts'
import { reportStandingDrift } from '../../chain/index/sale-drift-report.ts'
import { gatewayOf } from '../../money/payment/gateway.ts'
import type { GatewayDeps } from '../../money/payment/gateway.ts'
import type { Db, Sql } from '../../platform/db/connect.ts'
import type { ChainConfig } from '../../platform/flow/chain-config.ts'
import { wrongAnswers, undeadSessions, wrongShown, barredActs } from './account-queries.ts'
import { wrongCollections } from './collection-queries.ts'
import * as ledger from './ledger-queries.ts'
import * as market from './market-queries.ts'
import * as orders from './order-queries.ts'
import { wrongClaims, wrongPayoutBatches, wrongPayouts } from './payout-queries.ts'
import { allowLongStatements } from './scope-queries.ts'
import type { Finding, Since } from './scope-queries.ts'
import * as shop from './shop-queries.ts'
import * as trades from './trade-queries.ts'

export type Violation = { invariant: string; what: string; id: string }
export type CheckDeps = { sql: Sql; accessNode?: AccessNode; chain?: ChainConfig } & Partial<GatewayDeps>
/**
 * How much is checked. `since` leaves out rows that did not change since then, and what only all
 * rows together can show. The outside is asked on request: one call per payment, and one per vault.
 */
export type CheckScope = {
  since?: Since
  withGateway?: boolean
  withChain?: boolean
  paymentsMost?: number
  /** Called after each invariant that the database alone can check. */
  tell?: (result: { invariant: string; violations: number; seconds: number }) => void
}

type Finder = (db: Db, since: Since) => PromiseLike<Finding[]>
const all =
  (...finders: Finder[]): Finder =>
  async (db, since) => {
    const found: Finding[] = []
    for (const find of finders) found.push(...(await find(db, since)))
    return found
  }

/**
 * Every invariant that the database alone can check, by its name. G1 to G4 are about packs given
 * for nothing, G5 to G7 about gifts and transfers between members.
 */
export const invariants: Readonly<Record<string, Finder>> = {
  I1: ledger.unbalanced,
  I2: ledger.wrongBalances,
  I3: ledger.overdrawn,
  I4: ledger.rewritten,
  I5: shop.wrongStocks,
  I6: all(shop.strayUnits, market.strayListings),
  I7: all(shop.strayTokens, market.deliveredTwice),
  I8: all(orders.restingOrders, trades.restingTrades),
  I9: orders.wrongGatewayAccount,
  I10: orders.doubleMoney,
  I11: all(orders.unpaidOrUndelivered, trades.unpaidDeliveries),
  I12: wrongAnswers,
  I13: trades.wrongTrades,
  I14: market.soldTooLate,
  I15: all(ledger.wrongLots, ledger.wrongSpends),
  I16: all(shop.wrongHoldings, ledger.wrongSpendings),
  I17: orders.lostJobs,
  I18: undeadSessions,
  I19: all(wrongShown, market.wrongCounts, market.wrongPrices, wrongCollections),
  I20: all(orders.wrongHistories, market.wrongListingHistories, trades.wrongTradeHistories),
  I21: market.contradictedListings,
  I22: barredActs,
  I23: all(wrongPayouts, wrongPayoutBatches, wrongClaims),
  G1: shop.wrongPasscodes,
  G2: shop.wrongPools,
  G3: shop.wrongClaims,
  G4: shop.causelessGrants,
  G5: market.wrongGifts,
  G6: market.restingGifts,
  G7: market.wrongTransfers,
}

/**
 * Compares orders, stock, ledger and tokens with each other in one snapshot, and on request with
 * the gateways and the chain. Returns every contradiction with its invariant and the id of its row.
 * Changes nothing.
 */
export async function checkInvariants(deps: CheckDeps, scope: CheckScope = {}): Promise<Violation[]> {
  const { since = null, withGateway = false, withChain = false, paymentsMost = 500, tell } = scope
  const inside = await deps.sql.begin('isolation level repeatable read read only', async (db) => {
    const found: Violation[] = []
    await allowLongStatements(db)
    for (const [invariant, find] of Object.entries(invariants)) {
      const begun = performance.now()
      const findings = await find(db, since)
      for (const { id, what } of findings) found.push({ invariant, what, id })
      tell?.({ invariant, violations: findings.length, seconds: (performance.now() - begun) / 1000 })
    }
    return found
  })
  const { accessNode, chain, card, paidy } = deps
  const outside = withGateway && card && paidy ? await compareWithGateway(deps.sql, { card, paidy }, paymentsMost) : []
  if (!withChain || !accessNode || !chain) return [...inside, ...outside]
  const drifts = await reportDrift({ sql: deps.sql, accessNode, chain })
  const strays = drifts.map(({ tokenId: id, what }) => ({ invariant: 'I7', id, what }))
  const standing = await reportStandingDrift({ sql: deps.sql, accessNode, chain })
  const dead = standing.map(({ orderId: id, what }) => ({ invariant: 'I21', id, what }))
  return [...inside, ...outside, ...strays, ...dead]
}

const expected: Readonly<Record<string, readonly string[]>> = {
  captured: ['captured'],
  // it may be on its way back or there already
  refunding: ['captured', 'returned'],
  refunded: ['returned'],
  // an authorisation that was not used may wait for its closing; of one that was stopped all went
  // back
  declined: ['absent', 'open', 'challenged', 'authorised', 'closed', 'returned'],
}

async function compareWithGateway(sql: Sql, gateways: GatewayDeps, most: number): Promise<Violation[]> {
  const found: Violation[] = []
  for (const payment of await orders.listRecentPayments(sql, most)) {
    const answer = await gatewayOf(gateways, payment).search(payment)
    if (answer.kind === 'unknown') continue
    const status = answer.kind === 'absent' ? 'absent' : answer.trade.status
    const isSame =
      answer.kind === 'absent' || payment.state === 'declined' || answer.trade.amountYen === payment.amountYen
    if (isSame && expected[payment.state]?.includes(status)) continue
    const amount = answer.kind === 'absent' ? '' : ` with ${answer.trade.amountYen} yen`
    const what = `the payment of ${payment.amountYen} yen is ${payment.state}, the gateway says ${status}${amount}`
    found.push({ invariant: 'I9', what, id: payment.orderId })
  }
  return found
}
