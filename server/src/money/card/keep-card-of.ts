import { limits } from '@kura/contract/limits'
import type { Db } from '../../platform/db/connect.ts'
import { newId } from '../../platform/db/id.ts'
import * as cards from './queries.ts'

/**
 * Writes down the wish to keep the card of a captured payment, last in the transaction of the capture; nothing when nobody wished or
 * the member has as many cards as can be kept: the purchase goes on without.
 */
export async function keepCardOf(db: Db, paymentId: string): Promise<boolean> {
  const memberId = await cards.findWisher(db, paymentId)
  if (memberId === undefined) return false
  await cards.lockCards(db, memberId)
  if ((await cards.countOwn(db, memberId)) >= limits.cardsMost) return false
  return cards.insertSaving(db, newId(), paymentId)
}
