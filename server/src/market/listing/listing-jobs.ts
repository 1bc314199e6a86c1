import { AccessError } from '@kura/cadence/access-error'
import { limits } from '@kura/contract/limits'
import { retryCancels, raiseStuckAlarms } from '../../chain/agent/cancel-orders.ts'
import { takeSellers } from '../../chain/index/sale-drift-queries.ts'
import { listGhosts } from '../../chain/index/sale-drift-report.ts'
import { transaction } from '../../platform/db/transaction.ts'
import type { Deps } from '../../deps.ts'
import { withdrawGhostGifts } from '../gift/take-back.ts'
import { clearEnded } from './clear-ended.ts'
import { startEnding, withdrawMisdirected } from './end-listing.ts'
import { flagTrades } from './flag-trades.ts'
import * as listings from './queries.ts'

/** Younger orders are not looked at: the node that is asked may not have them yet. */
const ghostMinutes = 10
/** How often an account is looked at, and how many of them in one run: they are taken at once, as finding them reads all that stands. */
const lookMinutes = 5
const sellersPerRun = 500
/** A node that fails for so many accounts of a run is away: the others wait for their next turn. */
const mostFailures = 5
/** Offers for one member that are taken back in one run: they are rare, and all that are open for one member are read. */
const misdirectedPerRun = 1000

/** Ends offers whose time is over. A deed of the clock: no block says it. */
export const expireListings = ({ sql }: Pick<Deps, 'sql'>): Promise<unknown> => listings.expire(sql)

/** Gives up offers whose wallet never came. */
export const giveUpOldDrafts = ({ sql }: Pick<Deps, 'sql'>): Promise<unknown> =>
  listings.giveUpOlder(sql, limits.listingDraftMinutes)

/** Asks the agent again for listings that were taken back and whose orders still stand. */
export async function endAgain(deps: Pick<Deps, 'sql' | 'log' | 'metrics'>): Promise<void> {
  await retryCancels(deps, await listings.listStuckEndings(deps.sql))
  await raiseStuckAlarms(deps, 'listing-stuck', await listings.countStuck(deps.sql))
}

/**
 * Takes back offers for one member that the chain would deliver to a wallet this member has no more: the change ends them, but not what opened
 * beside it, or before offers ended with it.
 */
export async function endMisdirected({ sql, log }: Pick<Deps, 'sql' | 'log'>): Promise<void> {
  const count = await transaction(sql, (db) => withdrawMisdirected(db, misdirectedPerRun))
  if (count > 0) log.warn({ count }, 'listings for one member were taken back whose wallet is another one')
}

/**
 * Takes back offers that the chain would never deliver any more though no event said so: grants moved to another account, a link
 * to them deleted. They are hidden at once, and over when their time is. Each account is asked about once in `lookMinutes`, by one of the
 * workers; one that the node does not tell of is passed over until its next turn.
 */
export async function withdrawGhosts(deps: Pick<Deps, 'sql' | 'accessNode' | 'chain' | 'log'>): Promise<void> {
  let failures = 0
  const due = { minutes: ghostMinutes, everyMinutes: lookMinutes, most: sellersPerRun }
  for (const seller of await takeSellers(deps.sql, due))
    try {
      await withdrawGhostsOf(deps, seller)
    } catch (error) {
      if (!(error instanceof AccessError)) throw error
      deps.log.warn({ seller, code: error.code }, 'the chain did not tell which orders an account shows')
      failures += 1
      if (failures === mostFailures) return
    }
}

async function withdrawGhostsOf(deps: Pick<Deps, 'sql' | 'accessNode' | 'chain' | 'log'>, seller: string) {
  const ghosts = await listGhosts(deps, { seller, minutes: ghostMinutes })
  if (ghosts.length === 0) return
  await transaction(deps.sql, async (db) => {
    await startEnding(db, { listingIds: ghosts }, 'chain')
    await withdrawGhostGifts(db, ghosts)
  })
  deps.log.warn({ ghosts }, 'listings were taken back that the chain would not deliver')
}

/** What the worker does for listings, and how often. */
export const listingJobs: { name: string; everySeconds: number; run: (deps: Deps) => Promise<unknown> }[] = [
  { name: 'expire-listings', everySeconds: 2, run: expireListings },
  { name: 'give-up-drafts', everySeconds: 60, run: giveUpOldDrafts },
  { name: 'end-listings-again', everySeconds: 60, run: endAgain },
  { name: 'withdraw-ghosts', everySeconds: 30, run: withdrawGhosts },
  { name: 'end-misdirected-listings', everySeconds: 600, run: endMisdirected },
  { name: 'flag-trades', everySeconds: 60, run: flagTrades },
  { name: 'clear-ended-listings', everySeconds: 600, run: (deps) => clearEnded(deps) },
]
