import { limits } from '@kura/contract/limits'
import { intendCancel } from '../chain/cancel-orders.ts'
import { transaction } from '../db/transaction.ts'
import type { Deps } from '../deps.ts'
import * as listings from './queries.ts'

/** Ends offers whose time is over. A deed of the clock: no block says it. */
export const expireListings = ({ sql }: Pick<Deps, 'sql'>): Promise<unknown> => listings.expire(sql)

/** Gives up offers whose wallet never came. */
export const giveUpOldDrafts = ({ sql }: Pick<Deps, 'sql'>): Promise<unknown> =>
  listings.giveUpOlder(sql, limits.listingDraftMinutes)

/** Asks the agent again for orders that were taken back and still stand, because its transaction failed for good. Once an hour each. */
export async function endAgain({ sql }: Pick<Deps, 'sql'>): Promise<void> {
  for (const { id, seller, hour } of await listings.listStuckEndings(sql))
    await transaction(sql, (db) => intendCancel(db, { cause: `${id}:${hour}`, seller, orderIds: [id] }))
}

/** What the worker does for listings, and how often. */
export const listingJobs: { name: string; everySeconds: number; run: (deps: Deps) => Promise<unknown> }[] = [
  { name: 'expire-listings', everySeconds: 2, run: expireListings },
  { name: 'give-up-drafts', everySeconds: 60, run: giveUpOldDrafts },
  { name: 'end-listings-again', everySeconds: 60, run: endAgain },
]
