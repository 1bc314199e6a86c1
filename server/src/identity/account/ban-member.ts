import type { Deps } from '../../deps.ts'
import { recordAct } from '../../platform/audit-log-queries.ts'
import { transaction } from '../../platform/db/transaction.ts'
import { joinCounts, memberBanned, memberShown } from '../member/member-events.ts'
import { endConnectionsOf } from '../service/connections.ts'
import { endSessionsOf } from '../session/session.ts'
import { endCodesOfMember } from './code-queries.ts'
import { endOpen } from './deletion-queries.ts'
import { MemberRefusedError } from './find-known-member.ts'
import { clearBanned, lockWhole, setBanned } from './standing-queries.ts'

type Order = { memberId: string; by: string; reason: string }

/**
 * Bans a member for an operator. Every session and every connection with a service ends for good, every mailed code and link is void,
 * and signing in fails as with wrong credentials. A request to be deleted is cancelled, so that
 * nothing goes that an inquiry needs. Open listings and gifts are withdrawn; what was paid is still
 * delivered. Returns how many devices were signed in. Fails with a MemberRefusedError
 * when there is nobody to ban.
 */
export async function banMember(
  { sql }: Pick<Deps, 'sql'>,
  { memberId, by, reason }: Order,
): Promise<{ ended: number }> {
  return transaction(sql, async (db) => {
    // lock first: a sign-in or purchase at this moment is finished by then, or finds the ban
    await lockWhole(db, memberId)
    const ended = await endSessionsOf(db, memberId)
    await endConnectionsOf(db, memberId)
    if (!(await setBanned(db, memberId))) throw new MemberRefusedError(`${memberId} is banned already, or gone`)
    await endCodesOfMember(db, memberId)
    await endOpen(db, memberId, 'cancelled')
    const details = { reason, ended, ...joinCounts(await memberBanned.publish(db, { memberId })) }
    await recordAct(db, { actor: `operator:${by}`, act: 'member.banned', subject: memberId, details })
    return { ended }
  })
}

/** Lifts a ban; the member has to sign in again. Fails with a MemberRefusedError when there is none. */
export async function unbanMember({ sql }: Pick<Deps, 'sql'>, { memberId, by, reason }: Order): Promise<void> {
  await transaction(sql, async (db) => {
    if (!(await clearBanned(db, memberId))) throw new MemberRefusedError(`${memberId} is not banned, or gone`)
    await memberShown.publish(db, { memberId })
    await recordAct(db, { actor: `operator:${by}`, act: 'member.unbanned', subject: memberId, details: { reason } })
  })
}
