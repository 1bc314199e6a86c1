import type { SellArgumentsView } from '@kura/contract/market/listing'
import type { SiteConfig } from '@kura/contract/site'
import type { TransferArgumentsView } from '@kura/contract/market/transfer'
import { runTransaction } from './run-transaction.ts'
import type { MemberTransaction, SentTransaction } from './run-transaction.ts'

/** A transaction of ours as the server gives it, and the linked wallet that has to sign it. */
type OwnTransaction = Pick<MemberTransaction, 'cadence' | 'limit'> & { signer: string }

/**
 * Has the seller's wallet accept the terms of a sale order: the eight arguments of a draft, in the
 * order of the transaction. Fails as `runTransaction` does.
 */
export const sell = (
  site: SiteConfig,
  transaction: OwnTransaction,
  given: SellArgumentsView,
  run = runTransaction,
): Promise<SentTransaction> =>
  run(site, {
    ...transaction,
    args: (arg, t) => [
      arg(given.agent, t.Address),
      arg(given.orderId, t.String),
      arg(given.refId, t.String),
      arg(given.nftId, t.UInt64),
      arg(String(given.version), t.UInt32),
      arg(given.metadata, t.Array(t.String)),
      arg(given.signature, t.String),
      arg(String(given.keyIndex), t.Int),
    ],
  })

/** Ends these orders (listing ids) by the seller's own wallet. Fails as `runTransaction` does. */
export const cancelSaleOrders = (
  site: SiteConfig,
  transaction: OwnTransaction,
  listingIds: readonly string[],
  run = runTransaction,
): Promise<SentTransaction> => run(site, { ...transaction, args: (arg, t) => [arg(listingIds, t.Array(t.String))] })

/**
 * Has the member's wallet move a token to the collection of another address. Fails as
 * `runTransaction` does.
 */
export const transfer = (
  site: SiteConfig,
  transaction: OwnTransaction,
  { id, to }: TransferArgumentsView,
  run = runTransaction,
): Promise<SentTransaction> => run(site, { ...transaction, args: (arg, t) => [arg(id, t.UInt64), arg(to, t.Address)] })

/** The eight arguments of an order as the wallet shows them, by the names of the transaction. */
export function valuesOf(given: SellArgumentsView): [name: string, value: string][] {
  const { agent, orderId, refId, nftId, version, metadata, signature, keyIndex } = given
  const plain = { agent, orderId, refId, nftId, version, metadata: metadata.join(', '), signature, keyIndex }
  return Object.entries(plain).map(([name, value]) => [name, String(value)])
}
