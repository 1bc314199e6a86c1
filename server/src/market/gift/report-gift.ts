import type { reportTransaction as contract } from '@kura/contract/chain/transaction'
import type { ApiOutput } from '@kura/contract/api'
import type { ParsedOf } from '@kura/contract/endpoint'
import { ensure } from '@kura/contract/errors'
import type { GiftState } from '@kura/contract/states'
import { reportPurchase } from '../../checkout/order/reports.ts'
import type { Deps } from '../../deps.ts'
import { plainTxId } from '../../platform/flow/read-address.ts'
import { limitRate } from '../../platform/http/limit-rate.ts'
import type { Viewer } from '../../platform/http/on.ts'
import { reportSaleOrder } from '../sale-order/draft-sale-order.ts'
import { reportTransfer } from '../transfer/report-transfer.ts'
import { giftRows } from './queries.ts'

/**
 * Notes which transaction of the chain belongs to an own purchase, gift or transfer, as the caller
 * reports it. Only the chain changes a state. Fails with NOT_FOUND for what is not the caller's and
 * for unknown types.
 */
export async function reportTransaction(
  deps: Pick<Deps, 'sql'>,
  { memberId }: Viewer,
  { params: { type, transactionId: id }, body }: ParsedOf<typeof contract>,
): Promise<{ txId: string }> {
  await limitRate(deps, 'reportPerMember', memberId)
  const txId = plainTxId(body.txId)
  if (type === 'gift' || type === 'transfer') await reportSent(deps, { type, id, memberId }, txId)
  else await reportPurchase(deps, { type, subjectId: id, txId, memberId })
  return { txId }
}

/**
 * Notes which transaction the giver's browser says the wallet sent: a hint, which moves nothing.
 * Fails with NOT_FOUND.
 */
export async function reportGift(
  deps: Pick<Deps, 'sql'>,
  { memberId }: Pick<Viewer, 'memberId'>,
  { giftId, txId }: { giftId: string; txId: string },
): Promise<ApiOutput<'reportGift'>> {
  const state =
    (await reportSaleOrder<GiftState>(deps, giftRows, { id: giftId, memberId }, txId)) ??
    (await reportTransfer(deps, { id: giftId, kind: 'gift', memberId }, txId))
  ensure(state, 'NOT_FOUND')
  return { giftId, state }
}

/** The same for a gift or a transfer, for callers that need no state back. Fails with NOT_FOUND. */
async function reportSent(
  deps: Pick<Deps, 'sql'>,
  { type, id, memberId }: { type: 'gift' | 'transfer'; id: string; memberId: string },
  txId: string,
): Promise<void> {
  if (type === 'gift') return void (await reportGift(deps, { memberId }, { giftId: id, txId }))
  ensure(await reportTransfer(deps, { id, kind: 'transfer', memberId }, txId), 'NOT_FOUND')
}
