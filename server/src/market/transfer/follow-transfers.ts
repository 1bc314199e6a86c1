import type { Db } from '../../platform/db/connect.ts'
import * as transfers from './queries.ts'
import { shortChainError } from '@kura/cadence/access-error'
import { limits } from '@kura/contract/limits'
import type { Deps } from '../../deps.ts'
import { askChain } from '../../platform/flow/ask-chain.ts'

/**
 * Seals the transfers of moved tokens that arrived, in the transaction of the index. Nothing else
 * seals one.
 */
export async function followTransfers(db: Db, tokenIds: string[]): Promise<void> {
  if (tokenIds.length > 0) await transfers.sealArrived(db, tokenIds)
}

/** Overwrites the rows of all transfers with the chain's state, after the index was rebuilt. */
export async function restoreTransfers(db: Db): Promise<void> {
  await transfers.unsealUnknown(db)
  await transfers.sealArrived(db)
}

/** Removes the transfers of a discarded chain. */
export const forgetTransfers = (db: Db): Promise<unknown> => transfers.forgetAll(db)

type HintDeps = Pick<Deps, 'sql' | 'accessNode' | 'log'>

/** Expires transfers that no wallet accepted in time, or whose transaction no node knows. */
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
 * Asks the chain about reported transactions that the index has not seen, and marks those that
 * failed.
 */
export async function askForHints(deps: HintDeps): Promise<void> {
  for (const hint of await transfers.takeHints(deps.sql, 50, 10)) {
    const fate = await findFate(deps, hint.txId)
    if (fate?.isOver === 'failed') await transfers.markFailed(deps.sql, hint, fate.code)
    if (fate?.isOver === 'expired') await transfers.giveUpHint(deps.sql, hint)
  }
}

/** The worker's jobs for transfers and gifts to an address, with their intervals. */
export const transferJobs: { name: string; everySeconds: number; run: (deps: Deps) => Promise<unknown> }[] = [
  { name: 'give-up-transfers', everySeconds: 60, run: giveUpOldTransfers },
  { name: 'ask-for-transfers', everySeconds: 5, run: askForHints },
]
