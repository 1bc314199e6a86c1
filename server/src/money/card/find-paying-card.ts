import { ensure } from '@kura/contract/errors'
import type { Deps } from '../../deps.ts'
import type { PayingCard } from '../../platform/gateways/card.ts'
import { findPaying } from './queries.ts'

/** A stored card of the member as the gateway charges it; one that is not theirs, or not stored any more, is NOT_FOUND. */
export async function findPayingCard(
  deps: Pick<Deps, 'sql'>,
  { cardId, memberId, securityCode }: { cardId: string; memberId: string; securityCode: string },
): Promise<PayingCard> {
  const card = await findPaying(deps.sql, cardId, memberId)
  ensure(card, 'NOT_FOUND')
  return { kind: 'stored', ...card, securityCode }
}
