import { ensure } from '@kura/contract/errors'
import type { ApiOutput } from '@kura/contract/api'
import type { Deps } from '../../deps.ts'
import type { Viewer } from '../../platform/http/on.ts'
import * as listings from './queries.ts'

/** Notes which transaction the seller's browser says the wallet sent: a hint. Answers the state, which only the chain makes open. */
export async function reportListing(
  { sql }: Pick<Deps, 'sql'>,
  { memberId }: Viewer,
  { listingId, txId }: { listingId: string; txId: string },
): Promise<ApiOutput<'reportListing'>> {
  await listings.markPending(sql, { id: listingId, memberId, txId: txId.toLowerCase().replace(/^0x/, '') })
  const state = await listings.findOwnState(sql, listingId, memberId)
  ensure(state, 'NOT_FOUND')
  return { listingId, state }
}

/** Gives up an offer that the wallet did not run. Fails with LISTING_STATE where the chain has it already. */
export async function rollBackListing(
  { sql }: Pick<Deps, 'sql'>,
  { memberId }: Viewer,
  listingId: string,
): Promise<ApiOutput<'rollBackListing'>> {
  await listings.giveUp(sql, listingId, memberId)
  const state = await listings.findOwnState(sql, listingId, memberId)
  ensure(state, 'NOT_FOUND')
  ensure(state === 'given-up', 'LISTING_STATE')
  return { listingId, state }
}
