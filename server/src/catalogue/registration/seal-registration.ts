import { AccessError } from '@kura/cadence/access-error'
import { createHash } from 'node:crypto'
import { transaction } from '../../platform/db/transaction.ts'
import type { ChainDeps } from '../../platform/flow/chain-config.ts'
import { keepLease, listOpenRegistrations, type Lease } from './queries.ts'
import { intend, waitForSeal } from '../../chain/agent/submit-transaction.ts'
import type { TransactionDetails, TransactionKind } from '../../chain/agent/transaction-kinds.ts'
import { findRecentError, type ChainTransactionRow } from '../../chain/agent/transaction-queries.ts'

/** `isNew` says that it was asked just now, and not answered from the last ten minutes. */
export type Failure = { error: string; isNew: boolean }
/** What one registrar works with: it sends only while the lease is its own. */
export type Registering = { deps: ChainDeps; lease: Lease; signal: AbortSignal | undefined }

/** Somebody else registers now. */
export class LeaseLostError extends Error {
  readonly code = 'LEASE_LOST'
}

const sealMs = 60_000
// Well below the length of the lease, which is kept in between.
const lookMs = 5_000

/**
 * Undefined once sealed, or what the chain says against it. A node that does not answer in time is an exception.
 * `versions` are those of the rows that were read: the same words again after others are another cause, not the one that was
 * sealed before.
 */
export async function sealRegistration<K extends TransactionKind>(
  work: Registering,
  kind: K,
  details: TransactionDetails[K],
  versions: string[],
): Promise<Failure | undefined> {
  const { deps, lease } = work
  const cause = createHash('sha256')
    .update(JSON.stringify([deps.chain.contractAddress, details, versions]))
    .digest('hex')
  // Every transaction costs a fee: what was refused a moment ago is not tried with each round of a worker.
  const known = await findRecentError(deps.sql, { kind, cause })
  if (known !== undefined) return { error: known, isNew: false }
  // What an earlier registrar left on its way would otherwise land after these words, with older ones.
  for (const id of await listOpenRegistrations(deps.sql)) await waitUnderLease(work, id)
  const { id } = await transaction(deps.sql, async (db) => {
    if (!(await keepLease(db, lease))) throw new LeaseLostError()
    return intend(db, { kind, cause, details })
  })
  const row = await waitUnderLease(work, id)
  return row.state === 'failed' ? { error: row.error ?? 'refused', isNew: true } : undefined
}

/** The row once it is sealed or failed. */
async function waitUnderLease({ deps, lease, signal }: Registering, id: string): Promise<ChainTransactionRow> {
  const until = Date.now() + sealMs
  for (;;) {
    const row = await waitForSeal(deps, id, { timeoutMs: lookMs, signal })
    if (row.state === 'sealed' || row.state === 'failed') return row
    if (signal?.aborted || Date.now() >= until)
      throw new AccessError('NODE_UNREACHABLE', `${row.kind} ${id} is not sealed yet`)
    if (!(await keepLease(deps.sql, lease))) throw new LeaseLostError()
  }
}
