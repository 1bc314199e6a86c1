import type { OperatorView } from '@kura/contract/catalogue/operator'
import { newId } from '../../platform/db/id.ts'
import { transaction } from '../../platform/db/transaction.ts'
import type { Deps } from '../../deps.ts'
import { findReceipts, holdNumbers, insertReceipt } from './queries.ts'
import { receiptOf, refundOf } from './receipt-details.ts'
import type { Receipt, Sale } from './receipt-details.ts'

/** Numbers belong to the registered number; whoever has none issues plain receipts under their name. */
export const issuerKey = ({ invoiceNumber, name }: Pick<OperatorView, 'invoiceNumber' | 'name'>): string =>
  invoiceNumber === '' ? `unregistered ${name.ja}` : invoiceNumber

/**
 * The receipt of a sale, and of one that was given back the amended one too, numbered once for ever: whoever asks at the same moment
 * or again gets the same. The amended receipt is issued by whoever issued the receipt, also when the shop changed hands.
 */
export function issueReceipts(
  deps: Pick<Deps, 'sql'>,
  { sale, issuer, addressee, withRefund }: { sale: Sale; issuer: OperatorView; addressee: string; withRefund: boolean },
): Promise<{ receipt: Receipt; refund: Receipt | undefined }> {
  return transaction(deps.sql, async (db) => {
    const first = await findReceipts(db, sale.orderId)
    const key = issuerKey(first.receipt?.details.issuer ?? issuer)
    let number = await holdNumbers(db, key)
    // somebody else may have issued it while this one waited for the numbers
    const known = await findReceipts(db, sale.orderId)
    const keep = (kind: Receipt['kind'], details: Receipt['details']) =>
      insertReceipt(db, { id: newId(), issuer: key, orderId: sale.orderId, number: (number += 1), kind, details })
    const receipt = known.receipt ?? (await keep('receipt', receiptOf(sale, issuer, addressee)))
    if (!withRefund || sale.returnedAt === null) return { receipt, refund: known.refund }
    return { receipt, refund: known.refund ?? (await keep('refund', refundOf(receipt, sale.returnedAt))) }
  })
}
