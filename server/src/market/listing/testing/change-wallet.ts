import { randomUUID } from 'node:crypto'
import type { Db } from '../../../platform/db/connect.ts'
import { transaction } from '../../../platform/db/transaction.ts'
import { moveLink } from '../../../identity/wallet/move-link.ts'
import type { MarketWorld } from './market-world.ts'

/**
 * Links another wallet to a member in the caller's database transaction, as a change that both
 * wallets proved does.
 */
export async function moveWallet(db: Db, memberId: string, newAddress: string): Promise<void> {
  const [row] = await db<[{ oldAddress: string }]>`
    select flow_address as "oldAddress" from members where id = ${memberId} for no key update`
  const { oldAddress } = row
  const id = randomUUID()
  await db`
    insert into wallet_changes (id, member_id, kind, old_address, new_address, state, ended_at)
    values (${id}, ${memberId}, 'proven', ${oldAddress}, ${newAddress}, 'done', kura_now())`
  await moveLink(db, { id, memberId, kind: 'proven', oldAddress, newAddress }, { actor: memberId })
}

/** The member's wallet becomes this one, or a new one with a vault; returns its address. */
export async function changeWallet({ deps, chain }: MarketWorld, memberId: string, to?: string): Promise<string> {
  const address = to ?? (await chain.newMember()).address
  await transaction(deps.sql, (db) => moveWallet(db, memberId, address))
  return address
}
