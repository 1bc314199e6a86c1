import type { Db } from '../../platform/db/connect.ts'
import * as transfers from './queries.ts'
import { shortChainError } from '@kura/cadence/access-error'
import { limits } from '@kura/contract/limits'
import type { Deps } from '../../deps.ts'
import { askChain } from '../../platform/flow/ask-chain.ts'

/**
 * Seals the transfers that arrived, of tokens that moved, in the transaction of the index. Nothing
 * else seals one.
 */
export async function followTransfers(db: Db, tokenIds: string[]): Promise<void> {
  if (tokenIds.length > 0) await transfers.sealArrived(db, tokenIds)
}

/**
 * Puts what the chain says in place of what the rows say, for every transfer: after everything was
 * read again.
 */
export async function restoreTransfers(db: Db): Promise<void> {
  await transfers.unsealUnknown(db)
  await transfers.sealArrived(db)
}

/** Forgets the transfers of a chain that is thrown away. */
export const forgetTransfers = (db: Db): Promise<unknown> => transfers.forgetAll(db)

type HintDeps = Pick<Deps, 'sql' | 'accessNode' | 'log'>

/** Gives up transfers that no wallet took in time, or whose transaction nobody knows. */
export const giveUpOldTransfers = ({ sql }: Pick<Deps, 'sql'>): Promise<unknown> =>
  transfers.giveUpOlder(sql, limits.transferDraftMinutes)

/** What the chain says of a wallet's transaction that was reported. */
type HintFate = { isOver: 'failed'; code: number | null } | { isOver: 'expired' } | undefined

/**
 * Whether a reported transaction failed or can never run any more. Only the index says that one
 * worked.
 */
export async function findFate({ accessNode, log }: HintDeps, txId: string): Promise<HintFate> {
  const result = await askChain({ log }, () => accessNode.findResult(txId))
  if (result?.status === 'Expired') return { isOver: 'expired' }
  if (result?.status !== 'Sealed' || !result.failed) return undefined
  return { isOver: 'failed', code: shortChainError(result.errorMessage).code ?? null }
}

/**
 * Asks the chain for transactions that were reported and that the index has not seen, and marks
 * those that failed.
 */
export async function askForHints(deps: HintDeps): Promise<void> {
  for (const hint of await transfers.takeHints(deps.sql, 50, 10)) {
    const fate = await findFate(deps, hint.txId)
    if (fate?.isOver === 'failed') await transfers.markFailed(deps.sql, hint, fate.code)
    if (fate?.isOver === 'expired') await transfers.giveUpHint(deps.sql, hint)
  }
}

/** What the worker does for transfers, gifts to an address among them, and how often. */
export const transferJobs: { name: string; everySeconds: number; run: (deps: Deps) => Promise<unknown> }[] = [
  { name: 'give-up-transfers', everySeconds: 60, run: giveUpOldTransfers },
  { name: 'ask-for-transfers', everySeconds: 5, run: askForHints },
]
