import { ensure } from '@kura/contract/errors'
import type { Db } from '../../platform/db/connect.ts'
import type { Viewer } from '../../platform/http/on.ts'
import * as cards from './queries.ts'
import { settleCard } from './settle-card.ts'
import type { CardDeps } from './settle-card.ts'

/** Forgets every card of a member who is deleted, inside the caller's transaction, also one that is just being kept; the worker tells the gateway. */
export const forgetCards = (db: Db, memberId: string): Promise<unknown> => cards.forgetCardsOf(db, memberId)

/**
 * Forgets a stored card of the member: here at once, at the gateway as soon as it answers. Repeating it changes nothing; a card that
 * is not the member's is NOT_FOUND.
 */
export async function deleteCard(
  deps: CardDeps,
  viewer: Viewer,
  { body }: { body: { cardSeq: string } },
): Promise<{ cardSeq: string }> {
  const { cardSeq } = body
  const state = await cards.startDeleting(deps.sql, cardSeq, viewer.memberId)
  ensure(state === 'deleting' || state === 'deleted', 'NOT_FOUND')
  if (state === 'deleting') await settleCard(deps, cardSeq)
  return { cardSeq }
}
