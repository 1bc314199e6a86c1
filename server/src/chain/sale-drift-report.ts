import { listGrants, readStandingOrders, type StandingOrder } from '@kura/cadence/sale'
import { addressesOf, type ChainDeps } from './chain-config.ts'
import { listContradictions, listStanding, type StandingRow } from './sale-drift-queries.ts'

/** A listing or an order of which the rows and the chain say different things. */
export type SaleDrift = { orderId: string; what: string }
type DriftDeps = Pick<ChainDeps, 'sql' | 'accessNode' | 'chain'>

/**
 * Compares every listing with the order it stands on, and every order that stands with what its seller's account shows. Run it after
 * indexing: what is under way at the moment is looked at twice.
 */
export const reportSaleDrift = (deps: DriftDeps): Promise<SaleDrift[]> => lookTwice(() => compare(deps))

/** The part of it that only the chain can tell: every order that stands, and what its seller's account shows. */
export const reportStandingDrift = (deps: DriftDeps): Promise<SaleDrift[]> =>
  lookTwice(async () => compareStanding(deps, await listStanding(deps.sql)))

async function lookTwice(look: () => Promise<SaleDrift[]>): Promise<SaleDrift[]> {
  const first = await look()
  if (first.length === 0) return []
  await new Promise((resolve) => setTimeout(resolve, 1000))
  const second = new Set((await look()).map((drift) => JSON.stringify(drift)))
  return first.filter((drift) => second.has(JSON.stringify(drift)))
}

async function compare({ sql, accessNode, chain }: DriftDeps): Promise<SaleDrift[]> {
  return [
    ...(await listContradictions(sql)),
    ...(await compareStanding({ accessNode, chain }, await listStanding(sql))),
  ]
}

/**
 * Orders that stand as far as the rows say, opened at least so long ago, and that the chain would never fulfil any more: what no event
 * tells. A node that lags behind knows nothing of younger ones.
 */
export async function listGhosts(deps: DriftDeps, minutes: number): Promise<string[]> {
  const old = await listStanding(deps.sql, minutes)
  return (await compareStanding(deps, old)).map(({ orderId }) => orderId)
}

async function compareStanding(
  { accessNode, chain }: Pick<DriftDeps, 'accessNode' | 'chain'>,
  standing: StandingRow[],
): Promise<SaleDrift[]> {
  const found: SaleDrift[] = []
  const bySeller = Map.groupBy(standing, ({ seller }) => seller)
  for (const [seller, rows] of bySeller) {
    const shown = readStandingOrders(await accessNode.runScript(listGrants(addressesOf(chain), { seller })))
    const byId = new Map(shown.map((order) => [order.terms.orderId, order]))
    for (const row of rows) {
      const what = differenceOf(row, byId.get(row.orderId))
      if (what !== undefined) found.push({ orderId: row.orderId, what })
    }
  }
  return found
}

function differenceOf(row: StandingRow, order: StandingOrder | undefined): string | undefined {
  if (!order) return 'the rows say that it stands, the seller’s account does not show it'
  if (order.terms.orderHash !== row.orderHash) return 'the rows have it under other terms than the chain'
  const { terms } = order
  const values: [string, unknown, unknown][] = [
    ['token', row.tokenId, terms.nftId.toString()],
    ['price', row.priceYen, terms.priceYen],
    ['fee', row.feeYen, terms.feeYen],
    ['royalty', row.royaltyYen, terms.royaltyYen],
    ['expiry', row.expiry, terms.expiry],
    ['target', row.target, terms.target ?? null],
  ]
  const wrong = values.find(([, ours, theirs]) => ours !== theirs)
  if (wrong) return `the row of the order says ${wrong[0]} ${wrong[1] ?? 'nobody'}, the chain ${wrong[2] ?? 'nobody'}`
  if (order.lastingRefusal !== null) return `the rows say that it stands, the chain that ${order.lastingRefusal}`
  return undefined
}
