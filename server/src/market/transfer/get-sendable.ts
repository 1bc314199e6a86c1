import { ensure } from '@kura/contract/errors'
import type { Deps } from '../../deps.ts'
import { findSendable, type SendableRow } from './queries.ts'

/** A token that could be sent, with what the rows say of it. Fails with NOT_FOUND, also for one that was burned. */
export async function getSendable({ sql }: Pick<Deps, 'sql'>, tokenId: string): Promise<SendableRow> {
  const token = await findSendable(sql, tokenId)
  ensure(token, 'NOT_FOUND')
  return token
}
