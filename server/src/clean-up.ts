import type { Deps } from './deps.ts'
import { forgetOldHandles } from './identity/member/handle-queries.ts'
import { deleteOldNotifications } from './identity/notification/queries.ts'
import { deleteOldGrants } from './identity/service/queries.ts'
import { deleteOldSessions } from './identity/session/queries.ts'
import { deleteOldNotices } from './money/payment/notice-queries.ts'
import { forgetOldAccounts } from './money/payout/leave-queries.ts'
import { deleteOldKeys, deleteOldRates } from './platform/http/queries.ts'
import { deleteOldMails } from './platform/mail/queries.ts'
import { deleteOldDrops } from './platform/pages/queries.ts'

/** Deletes rows that decide nothing any more, and personal data whose time is over. */
export async function cleanUp({ sql }: Pick<Deps, 'sql'>): Promise<void> {
  await deleteOldKeys(sql)
  await deleteOldNotices(sql)
  await forgetOldAccounts(sql)
  await deleteOldMails(sql)
  await deleteOldDrops(sql)
  await deleteOldRates(sql)
  await deleteOldSessions(sql)
  await deleteOldGrants(sql)
  await deleteOldNotifications(sql)
  await forgetOldHandles(sql)
}
