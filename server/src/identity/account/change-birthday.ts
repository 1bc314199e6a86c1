import type { Deps } from '../../deps.ts'
import { recordAct } from '../../platform/audit-log-queries.ts'
import { transaction } from '../../platform/db/transaction.ts'
import { findAge, keepBirthday, lockBirthday, recountMonths } from '../member/spending-queries.ts'
import { findKnownMember } from './find-known-member.ts'
import { MemberRefusedError } from './member-refused-error.ts'

type Order = { who: string; birthday: string; by: string; reason: string; isDryRun: boolean }

/**
 * `kura member birthday`: corrects a member's date of birth in the name of an operator, told line by line, and counts the member's
 * months anew by it. A dry run only tells. Fails with a MemberRefusedError; the audit keeps who did it and why, not the dates.
 */
export async function changeBirthday(
  { sql }: Pick<Deps, 'sql'>,
  { who, birthday, by, reason, isDryRun }: Order,
  say: (line: string) => void,
): Promise<void> {
  const { id } = await findKnownMember({ sql }, who)
  const age = isRealDate(birthday) ? await findAge(sql, birthday) : undefined
  if (!age) throw new MemberRefusedError(`"${birthday}" is no date of birth (YYYY-MM-DD)`)
  const limit = age.monthlyLimitYen === null ? 'no monthly limit' : `at most ${age.monthlyLimitYen} yen a month`
  if (isDryRun) return say(`${id} would be born on ${birthday}: ${limit}; nothing was changed`)
  await transaction(sql, async (db) => {
    const member = await lockBirthday(db, id)
    if (!member || member.isGone) throw new MemberRefusedError(`${id} is gone`)
    if (member.birthday === birthday) throw new MemberRefusedError(`${id} has this date of birth already`)
    await keepBirthday(db, id, birthday)
    await recountMonths(db, id)
    const details = { reason, wasSet: member.birthday !== null }
    await recordAct(db, { actor: `operator:${by}`, act: 'birthday.changed', subject: id, details })
  })
  say(`${id} is born on ${birthday}: ${limit}`)
}

const isRealDate = (text: string): boolean => {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return false
  const date = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text)
}
