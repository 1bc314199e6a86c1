import { AppError, ensure } from '@kura/contract/errors'
import type { Deps } from '../../deps.ts'
import type { Viewer } from '../../platform/http/on.ts'
import { findTarget } from './queries.ts'

export type Target = { userId: string; displayName: string; flowAddress: string }

/** The member for whom alone an offer is to be. Fails with NOT_FOUND, and with INVALID_INPUT for oneself or without a wallet. */
export async function getTarget({ sql }: Pick<Deps, 'sql'>, viewer: Viewer, userId: string): Promise<Target> {
  const found = await findTarget(sql, userId)
  ensure(found, 'NOT_FOUND')
  const fault = (fault: string) => new AppError('INVALID_INPUT', { details: [{ field: 'targetUserId', fault }] })
  if (userId === viewer.memberId) throw fault('yourself')
  if (found.flowAddress === null) throw fault('no_wallet')
  return { ...found, flowAddress: found.flowAddress }
}
