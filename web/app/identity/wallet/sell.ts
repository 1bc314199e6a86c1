import type { SellArgumentsView } from '@kura/contract/market/listing'
import type { SiteConfig } from '@kura/contract/site'
import { runTransaction } from './run-transaction.ts'
import type { MemberTransaction, SentTransaction } from './run-transaction.ts'

/** A transaction of ours as the server gives it, and the linked wallet that has to sign it. */
export type OwnTransaction = Pick<MemberTransaction, 'cadence' | 'limit'> & { signer: string }

/**
 * Has the seller's wallet accept the terms of an offer: the eight arguments of a draft, in the order of the transaction. Fails as
 * `runTransaction` does.
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
export const cancelOffers = (
  site: SiteConfig,
  transaction: OwnTransaction,
  listingIds: readonly string[],
  run = runTransaction,
): Promise<SentTransaction> => run(site, { ...transaction, args: (arg, t) => [arg(listingIds, t.Array(t.String))] })
