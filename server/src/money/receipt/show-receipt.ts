import { ensure } from '@kura/contract/errors'
import type { ParsedOf } from '@kura/contract/endpoint'
import type { showReceipt as contract } from '@kura/contract/money/receipt'
import type { Deps } from '../../deps.ts'
import type { RawFile, Viewer } from '../../platform/http/on.ts'
import { checkAddressee } from '../../identity/member/member-text.ts'
import { showOperator } from '../../catalogue/operator/operator.ts'
import { limitRate } from '../../platform/http/limit-rate.ts'
import { findReceipts, findSale } from './queries.ts'
import type { Receipt, Sale } from './receipt-details.ts'
import { issueReceipts } from './issue-receipt.ts'

type Wish = ParsedOf<typeof contract>['query']

/**
 * The receipt of an own paid order as PDF, or the amended one once its refund is done; issued when it is first asked for. Fails with
 * NOT_FOUND when the order is not the caller's or nobody is said to run the shop, and with ORDER_STATE when nothing was paid or is
 * back yet, or the receipt was made out to another addressee. INVALID_INPUT: nobody may be addressed like that.
 */
export async function showReceipt(
  deps: Pick<Deps, 'sql'>,
  { memberId }: Viewer,
  { params, query }: ParsedOf<typeof contract>,
  language: 'ja' | 'en',
): Promise<RawFile> {
  await limitRate(deps, 'receiptPerMember', memberId)
  const addressee = query.addressee === undefined ? undefined : checkAddressee(query.addressee)
  const { isOwn, sale } = await findSale(deps.sql, params.orderId, memberId)
  ensure(isOwn, 'NOT_FOUND')
  ensure(sale, 'ORDER_STATE')
  const receipt = await findOrIssue(deps, sale, { ...query, addressee })
  ensure(addressee === undefined || addressee === receipt.details.addressee, 'ORDER_STATE')
  // loaded when somebody asks: no server needs it from the start
  const { drawReceipt } = await import('./draw-receipt.ts')
  const rawFile = await drawReceipt(receipt, query.language ?? language)
  return { rawFile, name: `${receipt.kind}-${receipt.number}.pdf` }
}

async function findOrIssue(
  deps: Pick<Deps, 'sql'>,
  sale: Sale,
  { kind = 'receipt', addressee }: Wish,
): Promise<Receipt> {
  ensure(kind === 'receipt' || sale.returnedAt !== null, 'ORDER_STATE')
  const known = (await findReceipts(deps.sql, sale.orderId))[kind]
  if (known) return known
  const issuer = await showOperator(deps)
  ensure(issuer.name.ja !== '', 'NOT_FOUND')
  const wanted = { sale, issuer, addressee: addressee ?? sale.displayName, withRefund: kind === 'refund' }
  const { receipt, refund } = await issueReceipts(deps, wanted)
  const issued = kind === 'refund' ? refund : receipt
  ensure(issued, 'ORDER_STATE')
  return issued
}
