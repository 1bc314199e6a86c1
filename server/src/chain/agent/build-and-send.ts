import { AccessError } from '@kura/cadence/access-error'
import { buildTransaction } from '@kura/cadence/send'
import { transaction } from '../../platform/db/transaction.ts'
import { addressesOf, type ChainDeps } from '../../platform/flow/chain-config.ts'
import { hasKeys, leaseKey, releaseKeyOfOver, replaceKeys } from './key-queries.ts'
import { kindOf } from './transaction-kinds.ts'
import { markSent, restTransaction, storeSigned, type ChainTransactionRow } from './transaction-queries.ts'

export type Lock = { id: string; lockedBy: string }
/**
 * `refused`: the node said no to bytes that were never sent before, so they cannot run. `doubt`:
 * ask by id.
 */
export type SendOutcome = 'sent' | 'doubt' | 'refused' | 'waiting' | 'done'

/**
 * Takes an intended row to the node: leases a key, signs, stores the id and the bytes, commits, and
 * only then sends.
 */
export async function buildAndSend(deps: ChainDeps, lock: Lock, row: ChainTransactionRow): Promise<SendOutcome> {
  const kind = kindOf(row.kind)
  if (kind.isReady && !(await kind.isReady(deps, row.details as never))) {
    if (kind.restSeconds !== undefined) await restTransaction(deps.sql, lock, kind.restSeconds)
    return 'waiting'
  }
  // Earlier builds are proven dead, but their proof may be older than a repeat under another cause:
  // ask the chain.
  const details = row.builds === 0 ? row.details : await kind.remaining(deps, row.details as never)
  if (!details) return 'done'
  const { sql, accessNode, signer, chain } = deps
  await ensureKeys(deps)
  const keyIndex = await leaseKey(sql, chain.agentAddress, row.id)
  if (keyIndex === undefined) return 'waiting'

  const [block, account] = await Promise.all([accessNode.getSealedBlock(), accessNode.findAccount(chain.agentAddress)])
  const key = account?.keys.find(({ index }) => index === keyIndex)
  if (!key) throw new Error(`the agent account ${chain.agentAddress} has no key ${keyIndex}`)
  const { txId, body } = await buildTransaction({
    call: kind.call(addressesOf(chain), details as never),
    referenceBlockId: block.id,
    sequenceNumber: key.sequenceNumber,
    author: { address: chain.agentAddress, keyIndex, signer },
  })
  const built = { txId, signed: body, keyIndex, sequenceNumber: key.sequenceNumber, referenceHeight: block.height }
  if (!(await storeSigned(sql, lock, built))) {
    await releaseKeyOfOver(sql, row.id)
    return 'waiting'
  }
  return send(deps, lock, body, true)
}

/**
 * Hands over bytes that are stored. Sending them again is harmless: the network knows them by their
 * id.
 */
export async function send(
  { sql, accessNode, log }: ChainDeps,
  lock: Lock,
  body: Parameters<ChainDeps['accessNode']['sendTransaction']>[0],
  isFirstTime: boolean,
): Promise<SendOutcome> {
  try {
    await accessNode.sendTransaction(body)
  } catch (error) {
    if (!(error instanceof AccessError)) throw error
    log.warn({ transaction: lock.id, code: error.code, error: error.message }, 'the node did not confirm a transaction')
    return isFirstTime && error.status === 400 ? 'refused' : 'doubt'
  }
  await markSent(sql, lock)
  return 'sent'
}

async function ensureKeys(deps: ChainDeps): Promise<void> {
  if (!(await hasKeys(deps.sql, deps.chain.agentAddress))) await syncKeys(deps)
}

/**
 * Reads the agent's keys from the chain: full-weight, not revoked, and ours. Called when a process
 * starts.
 */
export async function syncKeys({ sql, accessNode, signer, chain }: ChainDeps): Promise<void> {
  const account = await accessNode.findAccount(chain.agentAddress)
  const usable = (account?.keys ?? []).filter(
    (key) => key.publicKey === signer.publicKey && !key.revoked && key.weight >= 1000,
  )
  if (usable.length === 0)
    throw new Error(`the agent account ${chain.agentAddress} has no key that belongs to the agent key file`)
  const keyIndexes = usable.map(({ index }) => index)
  await transaction(sql, (db) => replaceKeys(db, chain.agentAddress, keyIndexes))
}
