import { transaction } from '../../platform/db/transaction.ts'
import type { Deps } from '../../deps.ts'
import { findFate } from '../transfer/follow-transfers.ts'
import * as claims from './claim-queries.ts'
import { deliverAgain } from './claim-gift.ts'
import * as gifts from './queries.ts'
import { writeGiftLetters } from './gift-letters.ts'

/** Asks the chain about reported transactions that the index has not seen. */
export async function askForGifts(deps: Pick<Deps, 'sql' | 'accessNode' | 'log'>): Promise<void> {
  for (const hint of await gifts.takeHints(deps.sql, 50, 10)) {
    const fate = await findFate(deps, hint.txId)
    if (fate?.isOver === 'failed') await gifts.markFailed(deps.sql, hint, fate.code)
    if (fate?.isOver === 'expired') await gifts.giveUpHint(deps.sql, hint)
  }
}

/**
 * Retries failed deliveries of claimed gifts whose order is open, and ends those whose order has
 * expired.
 */
export async function deliverGiftsAgain({ sql, log }: Pick<Deps, 'sql' | 'log'>): Promise<void> {
  for (const { giftId } of await claims.listUndelivered(sql)) await transaction(sql, (db) => deliverAgain(db, giftId))
  for (const { giftId } of await claims.endUndelivered(sql))
    log.error({ gift: giftId }, 'a claimed gift could not be delivered in time')
}

/** The gift jobs of the worker, in addition to those of every sale order, with their intervals. */
export const giftJobs: { name: string; everySeconds: number; run: (deps: Deps) => Promise<unknown> }[] = [
  { name: 'write-gift-letters', everySeconds: 2, run: writeGiftLetters },
  { name: 'ask-for-gifts', everySeconds: 5, run: askForGifts },
  { name: 'deliver-gifts-again', everySeconds: 30, run: deliverGiftsAgain },
  { name: 'forget-gift-addresses', everySeconds: 3600, run: ({ sql }) => gifts.forgetEmails(sql) },
]
