import type { ApiOutput } from '@kura/contract/api'
import { ensure } from '@kura/contract/errors'
import { limits } from '@kura/contract/limits'
import { transaction } from '../../platform/db/transaction.ts'
import type { Deps } from '../../deps.ts'
import type { Viewer } from '../../platform/http/on.ts'
import { limitRate } from '../../platform/http/limit-rate.ts'
import { findMailable } from './letter-queries.ts'
import { mailLink } from './mail-link.ts'

/**
 * Mails the link of an open gift once more; the older link is void. Fails with NOT_FOUND, with GIFT_STATE when it cannot be claimed any
 * more or was mailed often enough, and with TOO_MANY_REQUESTS where the address has had enough mail.
 */
export async function mailGiftAgain(
  deps: Pick<Deps, 'sql' | 'env'>,
  { memberId }: Viewer,
  giftId: string,
): Promise<ApiOutput<'mailGiftAgain'>> {
  const gift = await findMailable(deps.sql, giftId, memberId)
  ensure(gift, 'NOT_FOUND')
  ensure(gift.state === 'open' && gift.mails > 0 && gift.mails < limits.giftMailsMost, 'GIFT_STATE')
  await limitRate(deps, 'giftAgainPerAddress', gift.email)
  ensure(await transaction(deps.sql, (db) => mailLink(db, deps.env, gift)), 'GIFT_STATE')
  return { giftId, state: 'open' }
}
