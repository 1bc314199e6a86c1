import type { Db } from '../../platform/db/connect.ts'
import { grantPoints } from './grant-points.ts'
import { listRunningCampaigns } from './queries.ts'

export type Occasion = {
  occasion: 'sign-up' | 'wallet-link' | 'purchase'
  memberId: string
  /** The order of a purchase; for the other occasions the member, who gets them once for ever. */
  cause: string
  /** What a purchase was charged, without the part paid with points. */
  chargedYen?: number
}

/**
 * Gives the points of every campaign that runs for the occasion, inside the caller's transaction, once per campaign and cause;
 * answers how many. Per cent are of the yen charged, parts of a point are dropped; a purchase that charged nothing gets none, since
 * points would make points. Called last in its transaction, since
 * the accounts of the house are shared.
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
