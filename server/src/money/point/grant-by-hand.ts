import type { Words } from '@kura/contract/ids'
import { limits } from '@kura/contract/limits'
import type { PointKind } from '@kura/contract/money/point'
import { newId } from '../../platform/db/id.ts'
import { transaction } from '../../platform/db/transaction.ts'
import type { Deps } from '../../deps.ts'
import { findKnownMember, MemberRefusedError } from '../../identity/account/find-known-member.ts'
import { recordAct } from '../../platform/audit-log-queries.ts'
import { grantPoints } from './grant-points.ts'
import { isGranted } from './queries.ts'

type Order = {
  who: string
  kind: PointKind
  amount: number
  days: number
  reason: Words
  by: string
  /** The occasion: a member gets points under one name only once. */
  once: string | undefined
  isDryRun: boolean
}

const amountMost = 1_000_000
const daysMost = 3650

/**
 * `kura points grant`: grants a member points for an operator; reports line by line and writes the
 * audit. A dry run only reports. Fails with a MemberRefusedError.
 */
export async function grantByHand(
  { sql }: Pick<Deps, 'sql'>,
  order: Order,
  say: (line: string) => void,
): Promise<void> {
  const { who, kind, amount, days, reason, by, once, isDryRun } = order
  ensureWhole('the amount', amount, amountMost)
  ensureWhole('the days', days, daysMost)
  if (once !== undefined && !/^[\w.-]{1,64}$/.test(once)) throw new MemberRefusedError(`"${once}" is not a plain name`)
  const { id: memberId, deletedAt } = await findKnownMember({ sql }, who)
  if (deletedAt) throw new MemberRefusedError(`${memberId} is gone`)
  if (kind === 'paid' && days > limits.pointDays)
    say(`Paid points that live longer than ${limits.pointDays} days fall under the law on prepaid means of payment.`)
  const what = `${amount} ${kind} points for ${days} days: ${reason.en} / ${reason.ja}`
  const cause = `hand:${once === undefined ? newId() : `${once}:${memberId}`}`
  const before = new MemberRefusedError(`${memberId} got points as "${once}" before`)
  if (isDryRun && (await isGranted(sql, cause))) throw before
  if (isDryRun) return say(`${memberId} would get ${what}; nothing was changed`)
  await transaction(sql, async (db) => {
    if (!(await grantPoints(db, { memberId, kind, amount, days, cause, reason }))) throw before
    const details = { kind, amount, days, cause, ja: reason.ja, en: reason.en }
    await recordAct(db, { actor: `operator:${by}`, act: 'points.granted', subject: memberId, details })
  })
  say(`${memberId} got ${what}`)
}

function ensureWhole(name: string, value: number, most: number): void {
  if (!Number.isInteger(value) || value < 1 || value > most)
    throw new MemberRefusedError(`${name} must be a whole number from 1 to ${most}`)
}
