import type { ApiOutput } from '@kura/contract/api'
import { ensure } from '@kura/contract/errors'
import type { Deps } from '../../deps.ts'
import type { Viewer } from '../../platform/http/on.ts'
import { plainTxId } from '../../platform/flow/read-address.ts'
import { reportTransfer } from '../transfer/report-transfer.ts'
import * as gifts from './queries.ts'

/** The same for a gift or a transfer, where only that it was noted is asked for. Fails with NOT_FOUND. */
export async function reportSent(
  { sql }: Pick<Deps, 'sql'>,
  { type, id, memberId }: { type: 'gift' | 'transfer'; id: string; memberId: string },
  txId: string,
): Promise<void> {
  if (type === 'gift') return void (await reportGift({ sql }, { memberId }, { giftId: id, txId }))
  ensure(await reportTransfer({ sql }, { id, kind: 'transfer', memberId }, txId), 'NOT_FOUND')
}

/** Notes which transaction the giver's browser says the wallet sent: a hint. Answers the state, which only the chain moves on. */
export async function reportGift(
  { sql }: Pick<Deps, 'sql'>,
  { memberId }: Pick<Viewer, 'memberId'>,
  { giftId, txId }: { giftId: string; txId: string },
): Promise<ApiOutput<'reportGift'>> {
  await gifts.markPending(sql, giftId, memberId, plainTxId(txId))
  const state =
    (await gifts.findOwnState(sql, giftId, memberId)) ??
    (await reportTransfer({ sql }, { id: giftId, kind: 'gift', memberId }, txId))
  ensure(state, 'NOT_FOUND')
  return { giftId, state }
}
