import type { Deps } from '../../deps.ts'
import { recordAct } from '../../platform/audit-log-queries.ts'
import { transaction } from '../../platform/db/transaction.ts'
import { joinCounts, memberBanned } from '../member/member-events.ts'
import { endSessionsOf } from '../session/session.ts'
import { endCodesOfMember } from './code-queries.ts'
import { MemberRefusedError } from './find-known-member.ts'
import { clearBanned, lockWhole, setBanned } from './standing-queries.ts'

type Order = { memberId: string; by: string; reason: string }

/**
 * Bans a member in the name of an operator: every session ends at once and for good, every code and link that was mailed is void,
 * and signing in answers as to wrong credentials. What the member offers for sale or as a gift is taken back; what was paid before is still delivered. Answers how many devices were signed in.
 * Fails with a MemberRefusedError when there is nobody to ban.
 */
export async function banMember(
  { sql }: Pick<Deps, 'sql'>,
  { memberId, by, reason }: Order,
): Promise<{ ended: number }> {
  return transaction(sql, async (db) => {
    // the lock first: whoever signs in or buys at this moment has done it by then, or finds the ban
    await lockWhole(db, memberId)
    const ended = await endSessionsOf(db, memberId)
    if (!(await setBanned(db, memberId))) throw new MemberRefusedError(`${memberId} is banned already, or gone`)
    await endCodesOfMember(db, memberId)
    const details = { reason, ended, ...joinCounts(await memberBanned.publish(db, { memberId })) }
    await recordAct(db, { actor: `operator:${by}`, act: 'member.banned', subject: memberId, details })
    return { ended }
  })
}

/** Lifts a ban; the member signs in anew. Fails with a MemberRefusedError when there is none. */
export async function unbanMember({ sql }: Pick<Deps, 'sql'>, { memberId, by, reason }: Order): Promise<void> {
  await transaction(sql, async (db) => {
    if (!(await clearBanned(db, memberId))) throw new MemberRefusedError(`${memberId} is not banned, or gone`)
    await recordAct(db, { actor: `operator:${by}`, act: 'member.unbanned', subject: memberId, details: { reason } })
  })
}
