import { listGrants, readStandingOrders, type StandingOrder } from '@kura/cadence/sale'
import { addressesOf, type ChainDeps } from './chain-config.ts'
import { askEach, lookTwice } from './drift-looks.ts'
import { listContradictions, listEnded, listSellers, listStanding, type StandingRow } from './sale-drift-queries.ts'

/**
 * A listing or an order of which the rows and the chain say different things. An account that cannot be read is named by one of the orders that
 * should stand there; where none should, `orderId` is its address.
 */
export type SaleDrift = { orderId: string; what: string }
type DriftDeps = Pick<ChainDeps, 'sql' | 'accessNode' | 'chain'>

/**
 * Compares every listing with the order it stands on, and every order that has not run out with what its seller's account shows. Run it
 * after indexing: what is under way at the moment is looked at twice.
 */
export const reportSaleDrift = (deps: DriftDeps): Promise<SaleDrift[]> => lookTwice(() => compare(deps))

/** The part of it that only the chain can tell: every order that has not run out, and what its seller's account shows. */
export const reportStandingDrift = (deps: DriftDeps): Promise<SaleDrift[]> => lookTwice(() => compareShown(deps))

const compare = async (deps: DriftDeps): Promise<SaleDrift[]> => [
  ...(await listContradictions(deps.sql)),
  ...(await compareShown(deps)),
]

/**
 * Orders of a seller that stand as far as the rows say, opened at least so long ago, and that the chain would never fulfil any more: what no
 * event tells. A node that lags behind knows nothing of younger ones. Fails with an AccessError.
 */
export async function listGhosts(deps: DriftDeps, of: { seller: string; minutes: number }): Promise<string[]> {
  const rows = await listStanding(deps.sql, of)
  return compareStanding(rows, await readShown(deps, of.seller)).map(({ orderId }) => orderId)
}

/**
 * One call for each account that has an order which has not run out, ended or not. An account that the node cannot tell of is named and hides
 * no other. Fails with an AccessError when it tells of none, or is away.
 */
async function compareShown(deps: DriftDeps): Promise<SaleDrift[]> {
  const found: SaleDrift[] = []
  const standing = Map.groupBy(await listStanding(deps.sql), ({ seller }) => seller)
  const rowsOf = (seller: string) => standing.get(seller) ?? []
  await askEach(
    await listSellers(deps.sql),
    async (seller) => {
      const shown = await readShown(deps, seller)
      found.push(...compareStanding(rowsOf(seller), shown), ...(await compareEnded(deps, rowsOf(seller), shown)))
    },
    (seller) =>
      found.push({
        orderId: rowsOf(seller)[0]?.orderId ?? seller,
        what: `the chain does not tell what the account ${seller} shows`,
      }),
  )
  return found
}

const readShown = async ({ accessNode, chain }: DriftDeps, seller: string): Promise<StandingOrder[]> =>
  readStandingOrders(await accessNode.runScript(listGrants(addressesOf(chain), { seller })))

function compareStanding(rows: StandingRow[], shown: StandingOrder[]): SaleDrift[] {
  const byId = new Map(shown.map((order) => [order.terms.orderId, order]))
  return rows.flatMap((row) => {
    const what = differenceOf(row, byId.get(row.orderId))
    return what === undefined ? [] : { orderId: row.orderId, what }
  })
}

/** Orders that would be fulfilled, and that are over as far as the rows say. */
async function compareEnded({ sql, chain }: DriftDeps, rows: StandingRow[], shown: StandingOrder[]) {
  const expected = new Set(rows.map(({ orderId }) => orderId))
  const others = shown.filter(
    ({ terms, lastingRefusal }) =>
      lastingRefusal === null && terms.agent === chain.agentAddress && !expected.has(terms.orderId),
  )
  if (others.length === 0) return []
  const ended = await listEnded(
    sql,
    others.map(({ terms }) => terms.orderHash),
  )
  return ended.map(({ orderId, endReason }) => ({
    orderId,
    what: `the rows say that it is over (${endReason}), the chain that it stands`,
  }))
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
