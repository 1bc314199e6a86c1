import type { Words } from '@kura/contract/ids'
import type { PointKind } from '@kura/contract/money/point'
import type { Db } from '../../platform/db/connect.ts'
import { newId } from '../../platform/db/id.ts'
import { lockPoints } from '../ledger/point-accounts.ts'
import { bookPoints } from './book-points.ts'
import { insertLot } from './queries.ts'

export type Grant = {
  memberId: string
  kind: PointKind
  amount: number
  /** Valid from now for so many days. */
  days: number
  /** What they are given for: once for ever. */
  cause: string
  reason: Words
  campaignId?: string
  /** The purchase they are given for; they go with it when it is refunded. */
  orderId?: string
}

/** Gives points as a lot of its own inside the caller's transaction. False when its cause was granted before. */
export async function grantPoints(db: Db, grant: Grant): Promise<boolean> {
  const { memberId, kind, amount, days, cause, reason, campaignId = null, orderId = null } = grant
  await lockPoints(db, memberId)
  const lotId = newId()
  if (!(await insertLot(db, { id: lotId, memberId, kind, cause, amount, days, campaignId, orderId }))) return false
  await bookPoints(db, [{ event: 'grant', memberId, lotId, kind, amount, cause, reason }])
  return true
}
