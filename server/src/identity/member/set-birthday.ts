import { AppError, ensure } from '@kura/contract/errors'
import type { Deps } from '../../deps.ts'
import { recordAct } from '../../platform/audit-log-queries.ts'
import { transaction } from '../../platform/db/transaction.ts'
import type { Viewer } from '../../platform/http/on.ts'
import { findAge, keepBirthday, lockBirthday } from './spending-queries.ts'

export type BirthdayView = { birthday: string; isMinor: boolean; monthlyLimitYen: number | null }

/**
 * Notes the date of birth, once; sending the same date again is no failure. BIRTHDAY_SET when there is another one, INVALID_INPUT
 * for a date in the future (of Japan) or more than 120 years ago. The audit says that it was set, not to what.
 */
export async function setBirthday(
  { sql }: Pick<Deps, 'sql'>,
  { memberId }: Viewer,
  { birthday }: { birthday: string },
): Promise<BirthdayView> {
  const age = await findAge(sql, birthday)
  if (!age) throw new AppError('INVALID_INPUT', { details: [{ field: 'birthday', fault: 'out_of_range' }] })
  await transaction(sql, async (db) => {
    const member = await lockBirthday(db, memberId)
    ensure(member && !member.isGone, 'INVALID_SESSION')
    ensure(member.birthday === null || member.birthday === birthday, 'BIRTHDAY_SET')
    if (member.birthday !== null) return
    await keepBirthday(db, memberId, birthday)
    await recordAct(db, { actor: memberId, act: 'birthday.set', subject: memberId, details: {} })
  })
  return { birthday, ...age }
}
