import type { Words } from '@kura/contract/ids'
import type { PointKind } from '@kura/contract/money/point'
import type { Db } from '../../platform/db/connect.ts'
import { newId } from '../../platform/db/id.ts'
import { lockPoints } from '../ledger/move.ts'
import { bookPoints } from './book-points.ts'
import { insertLot, listRunningCampaigns } from './queries.ts'

export type Grant = {
  memberId: string
  kind: PointKind
  amount: number
  /** Valid from now for so many days. */
  days: number
  /** The cause: granted only once. */
  cause: string
  reason: Words
  campaignId?: string
  /** The purchase they are granted for; its refund withdraws them. */
  orderId?: string
}

/**
 * Grants points as a new lot inside the caller's transaction. False when its cause was granted
 * before.
 */
export async function grantPoints(db: Db, grant: Grant): Promise<boolean> {
  const { memberId, kind, amount, days, cause, reason, campaignId = null, orderId = null } = grant
  await lockPoints(db, memberId)
  const lotId = newId()
  if (!(await insertLot(db, { id: lotId, memberId, kind, cause, amount, days, campaignId, orderId }))) return false
  await bookPoints(db, [{ event: 'grant', memberId, lotId, kind, amount, cause, reason }])
  return true
}

type Occasion = {
  occasion: 'sign-up' | 'wallet-link' | 'purchase'
  memberId: string
  /** The order of a purchase; for other occasions the member, who gets them only once. */
  cause: string
  /** What a purchase was charged, without the part paid with points. */
  chargedYen?: number
}

/**
 * Grants the points of every current campaign for the occasion, inside the caller's transaction,
 * once per campaign and cause; returns how many. Percentages apply to the yen charged, rounded
 * down; a purchase without a charge gets none, since points must not earn points. Called last in
 * its transaction, since the accounts of the house are shared.
 */
export async function grantFor(db: Db, { occasion, memberId, cause, chargedYen = 0 }: Occasion): Promise<number> {
  if (occasion === 'purchase' && chargedYen === 0) return 0
  let granted = 0
  for (const campaign of await listRunningCampaigns(db, occasion)) {
    const { id, nameJa, nameEn, percent, validDays } = campaign
    const amount = campaign.amount ?? Math.floor((chargedYen * (percent ?? 0)) / 100)
    if (amount === 0) continue
    const isNew = await grantPoints(db, {
      memberId,
      kind: 'free',
      amount,
      days: validDays,
      cause: `campaign:${id}:${cause}`,
      reason: { ja: nameJa, en: nameEn },
      campaignId: id,
      ...(occasion === 'purchase' ? { orderId: cause } : {}),
    })
    if (isNew) granted += amount
  }
  return granted
}
