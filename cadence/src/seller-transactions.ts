import type { ContractAddresses } from './addresses.ts'
import { memberLimit } from './door.ts'
import { loadCadence } from './sources.ts'

/** A transaction for a wallet: the text, and the most computation it may use. */
export type TransactionText = { cadence: string; limit: number }

const text = (path: string, addresses: ContractAddresses): TransactionText => ({
  cadence: loadCadence(`transactions/${path}.cdc`, addresses),
  limit: memberLimit,
})

/**
 * The transactions a member's wallet runs for sales, gifts and transfers; the caller supplies the
 * arguments.
 */
export const sellerTransactions = (addresses: ContractAddresses) => ({
  sell: text('sale/sell', addresses),
  cancel: text('sale/cancel', addresses),
  cancelAll: text('sale/cancel-all', addresses),
  transfer: text('token/transfer', addresses),
})
