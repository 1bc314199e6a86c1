import { shortChainError } from '@kura/cadence/access-error'
import type { TransactionResult } from '@kura/cadence/access-node'
import { expiryBlocks } from '@kura/cadence/send'
import { newId } from '../../platform/db/id.ts'
import { transaction } from '../../platform/db/transaction.ts'
import type { ChainDeps } from '../../platform/flow/chain-config.ts'
import { buildAndSend, send, type Lock } from './build-and-send.ts'
import { releaseKey, renewLease } from './key-queries.ts'
import { kindOf } from './transaction-kinds.ts'
import {
  getTransaction,
  giveUpBuild,
  listGivenUpTxIds,
  lockTransaction,
  markFailed,
  markSealed,
  markSent,
  unlockTransaction,
  type ChainTransactionRow,
} from './transaction-queries.ts'

/**
 * Nodes of one network may lag behind each other: after this many more blocks than the rule says,
 * no node can run it.
 */
const graceBlocks = 50
const maxBuilds = 20
/** Whether to work on the row again at once, later, or never. */
type Step = 'again' | 'later' | 'final'

/**
 * Settles one transaction as far as possible now: builds and sends it, or asks by its id for its
 * result. It signs new bytes only when the old ones are proven dead. Does nothing while another
 * process works on the row.
 */
export async function settleTransaction(deps: ChainDeps, id: string): Promise<ChainTransactionRow> {
  const lock: Lock = { id, lockedBy: newId() }
  try {
    for (let steps = 0; steps < 4; steps++) {
      const row = await lockTransaction(deps.sql, lock)
      if (!row || (await takeStep(deps, lock, row)) !== 'again') break
    }
  } finally {
    await unlockTransaction(deps.sql, lock)
  }
  return getTransaction(deps.sql, id)
}

async function takeStep(deps: ChainDeps, lock: Lock, row: ChainTransactionRow): Promise<Step> {
  if (row.state === 'intended') {
    if (row.builds >= maxBuilds)
      return fail(deps, lock, { code: undefined, line: `given up after ${row.builds} builds: ${row.error ?? ''}` })
    const objection = await kindOf(row.kind).findObjection?.(deps, row.details as never)
    if (objection !== undefined) return fail(deps, lock, { code: undefined, line: objection })
    const outcome = await buildAndSend(deps, lock, row)
    if (outcome === 'done') return seal(deps, lock, await findSealingTxId(deps, row))
    if (outcome === 'refused') return giveUp(deps, lock, 'refused by the node')
    return 'later'
  }
  const result = await deps.accessNode.findResult(row.txId!)
  if (!result) return settleUnknown(deps, lock, row)
  if (result.status === 'Expired') return giveUp(deps, lock, 'expired')
  if (result.status === 'Sealed')
    return result.failed ? settleFailed(deps, lock, row, result) : seal(deps, lock, row.txId)
  if (row.state === 'signed') await markSent(deps.sql, lock)
  await renewLease(deps.sql, lock.id)
  return 'later'
}

// The node does not know the id: the bytes never arrived, were dropped, or another node has them.
// The same bytes may be sent again at any time; other bytes only when these are too old to run.
async function settleUnknown(deps: ChainDeps, lock: Lock, row: ChainTransactionRow): Promise<Step> {
  const { height } = await deps.accessNode.getSealedBlock()
  const age = height - Number(row.referenceHeight)
  if (age > expiryBlocks + graceBlocks) return giveUp(deps, lock, `unknown ${age} blocks after its reference`)
  await renewLease(deps.sql, lock.id)
  if (age <= expiryBlocks) await send(deps, lock, row.signed!, false)
  return 'later'
}

async function settleFailed(
  deps: ChainDeps,
  lock: Lock,
  row: ChainTransactionRow,
  result: TransactionResult,
): Promise<Step> {
  const failure = shortChainError(result.errorMessage)
  deps.log.warn(
    { transaction: row.id, txId: row.txId, error: result.errorMessage },
    'a transaction was sealed as failed',
  )
  // Another transaction took the sequence number: nothing of this one ran.
  if (failure.code === 1007) return giveUp(deps, lock, '1007: its sequence number was taken')
  const left = await kindOf(row.kind).remaining(deps, row.details as never, row.referenceHeight ?? undefined)
  if (!left) return seal(deps, lock, await findSealingTxId(deps, row))
  // Part of it was done before under another cause: what is left is worth its own transaction.
  if (left !== row.details) return giveUp(deps, lock, failure.line)
  return fail(deps, lock, failure)
}

async function seal(deps: ChainDeps, lock: Lock, txId: string | null): Promise<Step> {
  await transaction(deps.sql, 'chain.seal', async (db) => {
    await markSealed(db, lock, txId)
    await releaseKey(db, lock.id)
  })
  return 'final'
}

async function fail(deps: ChainDeps, lock: Lock, failure: { code: number | undefined; line: string }): Promise<Step> {
  await transaction(deps.sql, async (db) => {
    await markFailed(db, lock, failure)
    await releaseKey(db, lock.id)
  })
  deps.log.error({ transaction: lock.id, ...failure }, 'a transaction failed for good')
  return 'final'
}

async function giveUp(deps: ChainDeps, lock: Lock, reason: string): Promise<Step> {
  const given = await transaction(deps.sql, async (db) => {
    const isOurs = await giveUpBuild(db, lock, reason)
    if (isOurs) await releaseKey(db, lock.id)
    return isOurs
  })
  return given ? 'again' : 'later'
}

// Everything is on chain though no build of this row is known to have sealed: find the one that
// did, if it was ours.
async function findSealingTxId(deps: ChainDeps, row: ChainTransactionRow): Promise<string | null> {
  const candidates = await listGivenUpTxIds(deps.sql, row.id)
  for (const txId of row.txId ? [row.txId, ...candidates] : candidates) {
    const result = await deps.accessNode.findResult(txId)
    if (result?.status === 'Sealed' && !result.failed) return txId
  }
  return null
}
