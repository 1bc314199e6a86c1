import { ensure } from '@kura/contract/errors'
import type { Deps } from '../../deps.ts'
import type { RawJson, Viewer } from '../../platform/http/on.ts'
import { sellables } from './sellable.ts'
import { findTransaction } from './view-queries.ts'

/**
 * One own purchase with its opening and its timeline, in one question to the database. Types that nobody can have anything of,
 * unknown ones and other members' purchases are NOT_FOUND.
 */
export async function showTransaction(
  deps: Pick<Deps, 'sql'>,
  viewer: Viewer,
  { params }: { params: { type: string; transactionId: string } },
): Promise<RawJson> {
  const { type, transactionId } = params
  const sellable = sellables.find(type)
  ensure(sellable, 'NOT_FOUND')
  const rawJson = await findTransaction(deps.sql, sellable, transactionId, viewer.memberId)
  ensure(rawJson, 'NOT_FOUND')
  return { rawJson }
}
