import type { TransferArgumentsView } from '@kura/contract/market/transfer'
import type { SiteConfig } from '@kura/contract/site'
import { runTransaction } from './run-transaction.ts'
import type { SentTransaction } from './run-transaction.ts'
import type { OwnTransaction } from './sell.ts'

/** Has the member's wallet move a token to the collection of another address. Fails as `runTransaction` does. */
export const transfer = (
  site: SiteConfig,
  transaction: OwnTransaction,
  { id, to }: TransferArgumentsView,
  run = runTransaction,
): Promise<SentTransaction> => run(site, { ...transaction, args: (arg, t) => [arg(id, t.UInt64), arg(to, t.Address)] })
