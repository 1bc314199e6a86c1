import { ensure } from '@kura/contract/errors'
import type { StoredCard } from '@kura/contract/money/card'
import type { Deps } from '../../deps.ts'
import type { Db } from '../../platform/db/connect.ts'
import type { PayingCard } from '../../platform/gateways/card.ts'
import type { Viewer } from '../../platform/http/on.ts'
import * as cards from './queries.ts'
import { findPaying } from './queries.ts'
import { settleCard } from './store-card.ts'
import type { CardDeps } from './store-card.ts'

/** The stored cards of the member, latest first. */
export const listCards = async (deps: Pick<Deps, 'sql'>, viewer: Viewer): Promise<{ items: StoredCard[] }> => ({
  items: [...(await cards.listOwn(deps.sql, viewer.memberId))],
})

/**
 * Forgets every card of a deleted member, inside the caller's transaction, also one that is just
 * being stored; the worker deletes it at the gateway.
 */
export const forgetCards = (db: Db, memberId: string): Promise<unknown> => cards.forgetCardsOf(db, memberId)

/**
 * Forgets a stored card of the member: here at once, at the gateway as soon as it responds.
 * Idempotent. Fails with NOT_FOUND for another member's card.
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

/**
 * A stored card of the member as the gateway charges it. Fails with NOT_FOUND for another member's
 * card or one no longer stored.
 */
export async function findPayingCard(
  deps: Pick<Deps, 'sql'>,
  { cardId, memberId, securityCode }: { cardId: string; memberId: string; securityCode: string },
): Promise<PayingCard> {
  const card = await findPaying(deps.sql, cardId, memberId)
  ensure(card, 'NOT_FOUND')
  return { kind: 'stored', ...card, securityCode }
}
