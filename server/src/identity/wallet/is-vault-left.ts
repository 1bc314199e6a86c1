import type { Db } from '../../platform/db/connect.ts'

/**
 * Whether what is sent to this address would miss the member it is for: a recovery of the wallet is under way, or another one took its place.
 * Addresses that never were a member's are not left.
 */
export async function isVaultLeft(db: Db, address: string): Promise<boolean> {
  const [row] = await db<[{ isLeft: boolean }]>`
    select case when m.id is null then exists (select 1 from wallet_changes w where w.old_address = ${address} and w.state = 'done')
                else exists (select 1 from wallet_changes w where w.member_id = m.id and w.state in ('requested', 'approved')) end as "isLeft"
      from (select 1) one left join members m on m.flow_address = ${address}`
  return row.isLeft
}
