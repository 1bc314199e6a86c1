import type { ApiOutput } from '@kura/contract/api'
import { ensure } from '@kura/contract/errors'
import { transaction } from '../../platform/db/transaction.ts'
import type { Deps } from '../../deps.ts'
import type { Viewer } from '../../platform/http/on.ts'
import { rollBackTransfer } from '../transfer/report-transfer.ts'
import * as gifts from './queries.ts'
import { takeBack } from './take-back.ts'

/**
 * Gives up a gift that the wallet did not send, or takes back one by mail: nobody can claim it any more, and our agent ends its order.
 * Repeating it changes nothing. Fails with NOT_FOUND, and with GIFT_STATE for one that is claimed or has arrived, and for one whose
 * transaction was told: the chain decides that, and it can be taken back once it stands.
 */
export async function endGift(
  { sql }: Pick<Deps, 'sql'>,
  { memberId }: Viewer,
  giftId: string,
): Promise<ApiOutput<'endGift'>> {
  const state =
    (await endMailGift({ sql }, memberId, giftId)) ??
    (await rollBackTransfer({ sql }, { id: giftId, kind: 'gift', memberId }))
  ensure(state, 'NOT_FOUND')
  ensure(['given-up', 'failed', 'ending', 'ended'].includes(state), 'GIFT_STATE')
  return { giftId, state }
}

/** Undefined when the member gave no such gift by mail. */
const endMailGift = ({ sql }: Pick<Deps, 'sql'>, giverId: string, id: string) =>
  transaction(sql, async (db) => {
    await gifts.giveUp(db, id, giverId)
    await takeBack(db, { giverId, id }, 'cancelled')
    return gifts.findOwnState(db, id, giverId)
  })
