import type { Db } from '../../platform/db/connect.ts'

const leaseMinutes = 15

/**
 * Leases a free proposal key of the agent to a transaction, the one it has already if any.
 * Undefined when all are in flight.
 */
export async function leaseKey(db: Db, address: string, transactionId: string): Promise<number | undefined> {
  const [row] = await db<{ keyIndex: number }[]>`
    update chain_keys set leased_by = ${transactionId}, leased_until = kura_now() + make_interval(mins => ${leaseMinutes})
     where (address, key_index) = (
       select address, key_index from chain_keys
        where address = ${address} and (leased_until is null or leased_until < kura_now() or leased_by = ${transactionId})
        order by leased_by = ${transactionId} desc nulls last, key_index
        limit 1 for update skip locked)
    returning key_index as "keyIndex"`
  return row?.keyIndex
}

/** Keeps the lease of a transaction that is still in flight. */
export const renewLease = (db: Db, transactionId: string) => db`
  update chain_keys set leased_until = kura_now() + make_interval(mins => ${leaseMinutes}) where leased_by = ${transactionId}`

/** Releases the key of a transaction that will not run any more. */
export const releaseKey = (db: Db, transactionId: string) => db`
  update chain_keys set leased_by = null, leased_until = null where leased_by = ${transactionId}`

/** The same, if the transaction is over: it was withdrawn while a key was leased to it. */
export const releaseKeyOfOver = (db: Db, transactionId: string) => db`
  update chain_keys set leased_by = null, leased_until = null
   where leased_by = ${transactionId}
     and exists (select 1 from chain_transactions where id = ${transactionId} and state in ('failed', 'sealed'))`

/**
 * Makes the rows match the keys the agent account really has; keys in flight stay until they are
 * released.
 */
export async function replaceKeys(db: Db, address: string, keyIndexes: number[]): Promise<void> {
  await db`
    insert into chain_keys (address, key_index) select ${address}, unnest(${keyIndexes}::integer[])
    on conflict do nothing`
  await db`
    delete from chain_keys
     where address = ${address} and leased_by is null and not (key_index = any(${keyIndexes}::integer[]))`
}

/** Whether any key of the agent is known. */
export async function hasKeys(db: Db, address: string): Promise<boolean> {
  const [row] = await db`select 1 from chain_keys where address = ${address} limit 1`
  return row !== undefined
}
