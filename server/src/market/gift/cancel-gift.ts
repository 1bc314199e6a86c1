import type { ApiOutput } from '@kura/contract/api'
import { ensure } from '@kura/contract/errors'
import type { GiftState } from '@kura/contract/states'
import type { Db } from '../../platform/db/connect.ts'
import { transaction } from '../../platform/db/transaction.ts'
import type { Deps } from '../../deps.ts'
import type { Viewer } from '../../platform/http/on.ts'
import { cancelSaleOrders } from '../sale-order/follow-sale-orders.ts'
import { findOwnState, giveUp, giveUpDraftsOf } from '../sale-order/queries.ts'
import { rollBackTransfer, withdrawTransfers } from '../transfer/draft-transfer.ts'
import * as gifts from './queries.ts'

/**
 * Cancels a gift that the wallet did not send, or one by mail: it can no longer be claimed, and our
 * agent cancels its order. Idempotent. Fails with NOT_FOUND, and with GIFT_STATE when it is
 * claimed, has arrived, or its transaction was reported: the chain decides that one, and it can be
 * cancelled once it is open.
 */
export async function cancelGift(
  { sql }: Pick<Deps, 'sql'>,
  { memberId }: Viewer,
  giftId: string,
): Promise<ApiOutput<'endGift'>> {
  const state =
    (await cancelMailGift({ sql }, memberId, giftId)) ??
    (await rollBackTransfer({ sql }, { id: giftId, kind: 'gift', memberId }))
  ensure(state, 'NOT_FOUND')
  ensure(['given-up', 'failed', 'ending', 'ended'].includes(state), 'GIFT_STATE')
  return { giftId, state }
}

/** Undefined when the member gave no such gift by mail. */
const cancelMailGift = ({ sql }: Pick<Deps, 'sql'>, memberId: string, id: string) =>
  transaction(sql, async (db) => {
    await giveUp(db, gifts.giftRows, { id, memberId })
    await endGifts(db, { giverId: memberId, id }, 'cancelled')
    return findOwnState<GiftState>(db, gifts.giftRows, { id, memberId })
  })

/**
 * Withdraws the gifts of a member who is banned or changes wallets, in the caller's database
 * transaction. Claimed gifts are still delivered; an order that reaches the chain later is
 * cancelled then. Returns how many were open.
 */
export async function withdrawGifts(db: Db, giverId: string): Promise<number> {
  await giveUpDraftsOf(db, gifts.giftRows, giverId)
  await withdrawTransfers(db, giverId)
  return endGifts(db, { giverId }, 'withdrawn')
}

/**
 * open → ending, with the agent's transactions that cancel the orders, in the caller's database
 * transaction. Returns how many.
 */
export async function endGifts(db: Db, whose: gifts.Whose, reason: gifts.EndingReason): Promise<number> {
  const rows = await gifts.startEnding(db, whose, reason)
  await cancelSaleOrders(db, gifts.giftRows, rows)
  return rows.length
}
