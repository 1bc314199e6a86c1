import { listGrants, readStandingOrders, type StandingOrder } from '@kura/cadence/sale'
import { addressesOf, type ChainDeps } from '../../platform/flow/chain-config.ts'
import { askEach, compareTwice } from './drift-report.ts'
import { readSupply } from './read-chain.ts'
import * as rows from './sale-drift-queries.ts'
import type { StandingRow } from './sale-drift-queries.ts'

/**
 * A listing or an order that differs between the rows and the chain. An account that cannot be read
 * is reported by one of the orders that should be open there; where none should be, it is not
 * reported, since nothing can be delivered from it.
 */
export type SaleDrift = { orderId: string; what: string }
type SellerDrift = SaleDrift & { seller: string }
type DriftDeps = Pick<ChainDeps, 'sql' | 'accessNode' | 'chain'>

/**
 * Compares every listing with its order, and every order that has not expired with its seller's
 * account. Run it after indexing; what is under way is compared twice.
 */
export const reportSaleDrift = async (deps: DriftDeps): Promise<SaleDrift[]> => [
  ...(await compareTwice(() => rows.listContradictions(deps.sql))),
  ...(await reportStandingDrift(deps)),
]

/**
 * The part that only the chain can show: every order that has not expired, and its seller's
 * account.
 */
export const reportStandingDrift = async (deps: DriftDeps): Promise<SaleDrift[]> =>
  (await compareSellersTwice(deps, await rows.listSellers(deps.sql))).map(toDrift)

/**
 * The same for all accounts with an open order, and for `most` of the others in turn. An account
 * with a difference is compared again the next time.
 */
export async function reportDueDrift(deps: DriftDeps, { most }: { most: number }): Promise<SaleDrift[]> {
  const sellers = [...(await rows.listStandingSellers(deps.sql)), ...(await rows.takeEndedSellers(deps.sql, most))]
  const found = await compareSellersTwice(deps, sellers)
  await rows.takeAgain(
    deps.sql,
    found.map(({ seller }) => seller),
  )
  return found.map(toDrift)
}

const toDrift = ({ orderId, what }: SellerDrift): SaleDrift => ({ orderId, what })

/** Asks about these accounts, and a second time about those of which something differed. */
const compareSellersTwice = (deps: DriftDeps, sellers: string[]): Promise<SellerDrift[]> =>
  compareTwice((before) => compareSellers(deps, before ? [...new Set(before.map(({ seller }) => seller))] : sellers))

/**
 * Orders of a seller that are open in the rows, opened at least this long ago, and that the chain
 * would never fulfil any more: no event says so. A node that lags behind does not know younger
 * ones. Fails with an AccessError.
 */
export async function listGhosts(deps: DriftDeps, of: { seller: string; minutes: number }): Promise<string[]> {
  const standing = await rows.listStanding(deps.sql, of)
  return compareStanding(standing, await readShown(deps, of.seller)).map(({ orderId }) => orderId)
}

/**
 * One call for each of these accounts. One that the node cannot read hides no other, and is
 * reported if an order should be open there. Fails with an AccessError when the node is away.
 */
async function compareSellers(deps: DriftDeps, sellers: string[]): Promise<SellerDrift[]> {
  const found: SellerDrift[] = []
  const standing = Map.groupBy(await rows.listStanding(deps.sql), ({ seller }) => seller)
  const rowsOf = (seller: string) => standing.get(seller) ?? []
  const add = (seller: string, drift: SaleDrift[]) => found.push(...drift.map((each) => ({ seller, ...each })))
  await askEach(
    sellers,
    async (seller) => {
      const shown = await readShown(deps, seller)
      add(seller, compareStanding(rowsOf(seller), shown))
      add(seller, await compareEnded(deps, rowsOf(seller), shown))
    },
    (seller) => {
      const what = `the chain does not show what the account ${seller} shows`
      add(
        seller,
        rowsOf(seller)
          .slice(0, 1)
          .map(({ orderId }) => ({ orderId, what })),
      )
    },
    () => readSupply(deps),
  )
  return found
}

const readShown = async ({ accessNode, chain }: DriftDeps, seller: string): Promise<StandingOrder[]> =>
  readStandingOrders(await accessNode.runScript(listGrants(addressesOf(chain), { seller })))

function compareStanding(standing: StandingRow[], shown: StandingOrder[]): SaleDrift[] {
  const byId = new Map(shown.map((order) => [order.terms.orderId, order]))
  return standing.flatMap((row) => {
    const what = differenceOf(row, byId.get(row.orderId))
    return what === undefined ? [] : { orderId: row.orderId, what }
  })
}

/** Orders that would be fulfilled, and that are over as far as the rows say. */
async function compareEnded({ sql, chain }: DriftDeps, standing: StandingRow[], shown: StandingOrder[]) {
  const expected = new Set(standing.map(({ orderId }) => orderId))
  const others = shown.filter(
    ({ terms, lastingRefusal }) =>
      lastingRefusal === null && terms.agent === chain.agentAddress && !expected.has(terms.orderId),
  )
  if (others.length === 0) return []
  const ended = await rows.listEnded(
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
