import { pointKinds } from '@kura/contract/money/point'
import type { PointKind } from '@kura/contract/money/point'
import type { Db } from '../../platform/db/connect.ts'
import { lockAccounts } from './queries.ts'

/** The account of a member's points of one kind. */
export const pointAccount = (memberId: string, kind: PointKind): string => `member:${memberId}:points:${kind}`

/**
 * Makes everything that happens to one member's points wait for each other until the transaction ends. Every change of points
 * begins with it; what is read afterwards cannot change under the reader.
 */
export const lockPoints = (db: Db, memberId: string): Promise<void> =>
  lockAccounts(db, memberId, pointKinds.map((kind) => pointAccount(memberId, kind)).toSorted(), 'point')
