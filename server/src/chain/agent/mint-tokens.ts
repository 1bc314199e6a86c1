import { mintBatchSize, type MintedToken } from '@kura/cadence/token'
import type { Db } from '../../platform/db/connect.ts'
import type { ChainDeps } from '../../platform/flow/chain-config.ts'
import { intend, submitTransaction } from './submit-transaction.ts'
import type { ChainTransactionRow } from './transaction-queries.ts'

export type Mint = { cause: string; to: string; tokens: MintedToken[] }

function ensureBatch({ tokens }: Mint) {
  if (tokens.length === 0 || tokens.length > mintBatchSize)
    throw new RangeError(`a mint takes 1 to ${mintBatchSize} tokens, not ${tokens.length}`)
}

/**
 * Intends to mint these tokens in one transaction, all or none, in the caller's database
 * transaction.
 */
export async function intendMint(db: Db, mint: Mint): Promise<ChainTransactionRow<'mint'>> {
  ensureBatch(mint)
  return intend(db, { kind: 'mint', cause: mint.cause, details: { to: mint.to, tokens: mint.tokens } })
}

/**
 * Mints these tokens into the vault of `to` in one transaction. Repeating the cause returns the
 * first transaction.
 */
export async function mintTokens(deps: ChainDeps, mint: Mint): Promise<ChainTransactionRow> {
  ensureBatch(mint)
  return submitTransaction(deps, { kind: 'mint', cause: mint.cause, details: { to: mint.to, tokens: mint.tokens } })
}
