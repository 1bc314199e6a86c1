import { ensure, AppError } from '@kura/contract/errors'
import { recordAct } from '../../platform/audit-log-queries.ts'
import type { Db } from '../../platform/db/connect.ts'
import { joinCounts } from '../member/member-events.ts'
import { endSessionsOf } from '../session/session.ts'
import type { ChangeRow } from './change-queries.ts'
import { replaceAddress } from './queries.ts'
import { walletMoved } from './wallet-events.ts'

type Move = Pick<ChangeRow, 'id' | 'memberId' | 'kind' | 'oldAddress' | 'newAddress'>

/**
 * Replaces the linked address, in a transaction that holds the lock on the member. Sessions end,
 * since the old wallet may have started them; `keepFamilyId` is the device that proved both.
 * Deliveries that are not on their way go to the new vault, and listings of the old one are withdrawn
 * (`walletMoved`). Returns how many of the member's listings and gifts ended. The database refuses
 * an address of another member.
 */
export async function moveLink(
  db: Db,
  move: Move,
  { actor, keepFamilyId }: { actor: string; keepFamilyId?: string },
): Promise<{ listings: number; gifts: number }> {
  const { id, memberId, kind, oldAddress, newAddress } = move
  ensure(await replaceAddress(db, memberId, oldAddress, newAddress), 'WALLET_CHANGING')
  await endSessionsOf(db, memberId, keepFamilyId)
  const counts = joinCounts(await walletMoved.publish(db, { memberId, newAddress }))
  const details = { changeId: id, kind, oldAddress, newAddress, openings: 0, ...counts }
  await recordAct(db, { actor, act: 'wallet.changed', subject: memberId, details })
  return { listings: counts.listings ?? 0, gifts: counts.gifts ?? 0 }
}

/** Whether the database refused an address because another member has it. */
export function isDuplicateAddress(error: unknown): boolean {
  const { code, constraint_name: constraint } = error as { code?: string; constraint_name?: string }
  return code === '23505' && constraint === 'members_flow_address'
}

/** For `catch`: that refusal as AUTHENTICATION_DUPLICATED, anything else as it came. */
export function asDuplicate(error: unknown): never {
  if (!isDuplicateAddress(error)) throw error
  throw new AppError('AUTHENTICATION_DUPLICATED', { cause: error })
}
