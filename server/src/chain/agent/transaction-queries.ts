import type { TransactionBody } from '@kura/cadence/transaction-encoding'
import type { ChainTransactionState } from '@kura/contract/states'
import type { Db, Fragment } from '../../platform/db/connect.ts'
import type { TransactionDetails, TransactionKind } from './transaction-kinds.ts'

export type ChainTransactionRow<K extends TransactionKind = TransactionKind> = {
  id: string
  kind: K
  cause: string
  details: TransactionDetails[K]
  state: ChainTransactionState
  txId: string | null
  signed: TransactionBody | null
  keyIndex: number | null
  referenceHeight: bigint | null
  builds: number
  error: string | null
  errorCode: number | null
}
type Lock = { id: string; lockedBy: string }

const columns = (db: Db) => db`
  id, kind, cause, details, state, tx_id as "txId", signed, key_index as "keyIndex",
  reference_height as "referenceHeight", builds, error, error_code as "errorCode"`

/** Stores the intent, or returns the live transaction of this kind and cause. */
export async function intendTransaction<K extends TransactionKind>(
  db: Db,
  intent: { id: string; kind: K; cause: string; details: TransactionDetails[K] },
): Promise<ChainTransactionRow<K>> {
  await db`
    insert into chain_transactions (id, kind, cause, details, state)
    values (${intent.id}, ${intent.kind}, ${intent.cause}, ${db.json(intent.details as never)}, 'intended')
    on conflict (kind, cause) where state <> 'failed' do nothing`
  const [row] = await db<ChainTransactionRow<K>[]>`
    select ${columns(db)} from chain_transactions
     where kind = ${intent.kind} and cause = ${intent.cause} and state <> 'failed'`
  return row ?? (await getTransaction<K>(db, intent.id))
}

export async function findTransaction(db: Db, id: string): Promise<ChainTransactionRow | undefined> {
  const [row] = await db<ChainTransactionRow[]>`select ${columns(db)} from chain_transactions where id = ${id}`
  return row
}

/** The row; it must be there. */
export async function getTransaction<K extends TransactionKind>(db: Db, id: string): Promise<ChainTransactionRow<K>> {
  const row = (await findTransaction(db, id)) as ChainTransactionRow<K> | undefined
  if (!row) throw new Error(`there is no chain transaction ${id}`)
  return row
}

/**
 * Takes an open row to work on, for half a minute at a time. Undefined when it is finished or
 * another process has it.
 */
export async function lockTransaction(db: Db, { id, lockedBy }: Lock): Promise<ChainTransactionRow | undefined> {
  const [row] = await db<ChainTransactionRow[]>`
    update chain_transactions set locked_by = ${lockedBy}, locked_until = kura_now() + interval '30 seconds'
     where id = ${id} and state in ('intended', 'signed', 'sent')
       and (locked_until is null or locked_until < kura_now() or locked_by = ${lockedBy})
    returning ${columns(db)}`
  return row
}

/** Lets others work on the row. */
export const unlockTransaction = (db: Db, { id, lockedBy }: Lock) => db`
  update chain_transactions set locked_by = null, locked_until = null where id = ${id} and locked_by = ${lockedBy}`

/** Releases the row, but no process takes it for that long. */
export const restTransaction = (db: Db, { id, lockedBy }: Lock, seconds: number) => db`
  update chain_transactions set locked_by = null, locked_until = kura_now() + make_interval(secs => ${seconds})
   where id = ${id} and locked_by = ${lockedBy}`

/** intended → failed: the intent is withdrawn. False when its bytes are signed, which may still run. */
export async function withdrawIntended(db: Db, id: string, reason: string): Promise<boolean> {
  const rows = await db`
    update chain_transactions set state = 'failed', error = ${reason}, error_code = null
     where id = ${id} and state = 'intended' returning 1`
  return rows.length > 0
}

/** Open rows that no process works on, oldest first. */
export async function listOpenIds(db: Db, limit: number): Promise<string[]> {
  const rows = await db<{ id: string }[]>`
    select id from chain_transactions
     where state in ('intended', 'signed', 'sent') and (locked_until is null or locked_until < kura_now())
     order by created_at limit ${limit}`
  return rows.map(({ id }) => id)
}

type Built = {
  txId: string
  signed: TransactionBody
  keyIndex: number
  sequenceNumber: bigint
  referenceHeight: number
}

/**
 * intended → signed, if the row and the key are still ours. False means: throw the signed bytes
 * away.
 */
export async function storeSigned(db: Db, lock: Lock, built: Built): Promise<boolean> {
  const result = await db`
    update chain_transactions
       set state = 'signed', tx_id = ${built.txId}, signed = ${db.json(built.signed)}, key_index = ${built.keyIndex},
           sequence_number = ${built.sequenceNumber.toString()}, reference_height = ${built.referenceHeight}, builds = builds + 1
     where id = ${lock.id} and locked_by = ${lock.lockedBy} and state = 'intended'
       and exists (select 1 from chain_keys where leased_by = ${lock.id} and key_index = ${built.keyIndex})`
  return result.count === 1
}

/** signed → sent: the node took it. */
export const markSent = (db: Db, lock: Lock) => db`
  update chain_transactions set state = 'sent', sent_at = kura_now()
   where id = ${lock.id} and locked_by = ${lock.lockedBy} and state = 'signed'`

/** → sealed, under the id that did it; null if that was a transaction of another cause. */
export const markSealed = (db: Db, lock: Lock, txId: string | null) => db`
  update chain_transactions
     set state = 'sealed', tx_id = ${txId}, sealed_at = kura_now(), error = null, error_code = null
   where id = ${lock.id} and locked_by = ${lock.lockedBy} and state in ('intended', 'signed', 'sent')`

/** → failed: the network refused it for good. */
export const markFailed = (db: Db, lock: Lock, failure: { code: number | undefined; line: string }) => db`
  update chain_transactions set state = 'failed', error = ${failure.line}, error_code = ${failure.code ?? null}
   where id = ${lock.id} and locked_by = ${lock.lockedBy} and state in ('intended', 'signed', 'sent')`

/** → intended: these bytes can never run, so others are built. The old id is kept in its own row. */
export async function giveUpBuild(db: Db, lock: Lock, reason: string): Promise<boolean> {
  const [row] = await db<{ txId: string }[]>`
    insert into chain_transaction_builds (tx_id, transaction_id, reason)
    select tx_id, id, ${reason} from chain_transactions
     where id = ${lock.id} and locked_by = ${lock.lockedBy} and state in ('signed', 'sent')
    on conflict (tx_id) do update set reason = excluded.reason
    returning tx_id as "txId"`
  if (!row) return false
  await db`
    update chain_transactions
       set state = 'intended', tx_id = null, signed = null, key_index = null, sequence_number = null,
           reference_height = null, error = ${reason}
     where id = ${lock.id} and locked_by = ${lock.lockedBy}`
  return true
}

/** Ids under which a row was signed before, the latest first. */
export async function listGivenUpTxIds(db: Db, id: string): Promise<string[]> {
  const rows = await db<{ txId: string }[]>`
    select tx_id as "txId" from chain_transaction_builds where transaction_id = ${id} order by given_up_at desc`
  return rows.map(({ txId }) => txId)
}

/** Why the same was refused within the last ten minutes, if it was. */
export async function findRecentError(
  db: Db,
  { kind, cause }: { kind: TransactionKind; cause: string },
): Promise<string | undefined> {
  const [row] = await db<{ error: string }[]>`
    select coalesce(error, 'refused') as error from chain_transactions
     where kind = ${kind} and cause = ${cause} and state = 'failed' and created_at > kura_now() - interval '10 minutes'
     order by created_at desc limit 1`
  return row?.error
}

/**
 * Joins the try to cancel the order of `id` that is due now: its name `n.cause`, and its
 * transaction `c` if it was made. Every failed try costs a fee, so the time between two tries
 * doubles: two hours, two more, four, eight.
 */
export const joinTry = (db: Db, id: Fragment, since: Fragment): Fragment => db`
  cross join lateral (
    select ${id} || ':' || floor(log(2, greatest(1, extract(epoch from kura_now() - ${since}) / 3600)))::integer as cause) n
  left join chain_transactions c on c.kind = 'cancel-orders' and c.cause = n.cause`
