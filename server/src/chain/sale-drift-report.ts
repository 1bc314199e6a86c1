import { listGrants, readStandingOrders, type StandingOrder } from '@kura/cadence/sale'
import { addressesOf, type ChainDeps } from './chain-config.ts'
import { askEach, lookTwice } from './drift-looks.ts'
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

async function compare({ sql, accessNode, chain }: DriftDeps): Promise<SaleDrift[]> {
  return [
    ...(await listContradictions(sql)),
    ...(await compareStanding({ accessNode, chain }, await listStanding(sql))),
  ]
}

/**
 * Orders of a seller that stand as far as the rows say, opened at least so long ago, and that the chain would never fulfil any more: what no
 * event tells. A node that lags behind knows nothing of younger ones. Fails with an AccessError.
 */
export async function listGhosts(deps: DriftDeps, of: { seller: string; minutes: number }): Promise<string[]> {
  const found = await compareSeller(deps, of.seller, await listStanding(deps.sql, of))
  return found.map(({ orderId }) => orderId)
}

/** One account that the node cannot tell of is named and hides no other. Fails with an AccessError when it tells of none, or is away. */
async function compareStanding(deps: Pick<DriftDeps, 'accessNode' | 'chain'>, standing: StandingRow[]) {
  const found: SaleDrift[] = []
  await askEach(
    [...Map.groupBy(standing, ({ seller }) => seller)],
    async ([seller, rows]) => void found.push(...(await compareSeller(deps, seller, rows))),
    ([seller, [first]]) =>
      found.push({ orderId: first!.orderId, what: `the chain does not tell what the account ${seller} shows` }),
  )
  return found
}

async function compareSeller(
  { accessNode, chain }: Pick<DriftDeps, 'accessNode' | 'chain'>,
  seller: string,
  rows: StandingRow[],
): Promise<SaleDrift[]> {
  const shown = readStandingOrders(await accessNode.runScript(listGrants(addressesOf(chain), { seller })))
  const byId = new Map(shown.map((order) => [order.terms.orderId, order]))
  return rows.flatMap((row) => {
    const what = differenceOf(row, byId.get(row.orderId))
    return what === undefined ? [] : { orderId: row.orderId, what }
  })
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
