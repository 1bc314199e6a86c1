import type { reportTransaction as contract } from '@kura/contract/chain/transaction'
import type { ParsedOf } from '@kura/contract/endpoint'
import { reportPurchase } from '../../checkout/order/reports.ts'
import type { Deps } from '../../deps.ts'
import { plainTxId } from '../../platform/flow/read-address.ts'
import { limitRate } from '../../platform/http/limit-rate.ts'
import type { Viewer } from '../../platform/http/on.ts'
import { reportSent } from './draft-gift.ts'

/**
 * Notes which transaction of the chain belongs to an own purchase, gift or transfer, as the caller says. Only the chain moves
 * anything on. Fails with NOT_FOUND for what is not the caller's and for types that nobody can have anything of.
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
