import type { Deps } from '../../deps.ts'
import { recordAct } from '../../platform/audit-log-queries.ts'
import { transaction } from '../../platform/db/transaction.ts'
import { memberAssets } from '../member/member-events.ts'
import type { LeaveObstacle } from '../member/member-events.ts'
import { findAge, keepBirthday, lockBirthday, recountMonths } from '../member/spending-queries.ts'
import { listSessions } from '../session/session.ts'
import { banMember, unbanMember } from './ban-member.ts'
import { deleteMember, findLeaveObstacles } from './delete-member.ts'
import { findKnownMember, MemberRefusedError } from './find-known-member.ts'
import type { KnownMember } from './standing-queries.ts'

export type MemberAct = 'ban' | 'unban' | 'delete'
type Order = { act: MemberAct; who: string; by: string; reason: string; isDryRun: boolean }

/**
 * `kura member ban|unban|delete`: what an operator does to an account, reported line by line. A dry
 * run only reports.
 */
export async function actByHand(
  deps: Pick<Deps, 'sql' | 'env'>,
  { act, who, by, reason, isDryRun }: Order,
  say: (line: string) => void,
): Promise<void> {
  const member = await findKnownMember(deps, who)
  for (const line of describe(member)) say(line)
  if (isDryRun) {
    const devices = await countDevices(deps, member.id)
    say(`${act} would ${await effectOf(deps, act, member, devices)}; nothing was changed`)
    return
  }
  if (act === 'ban') {
    const { ended } = await banMember(deps, { memberId: member.id, by, reason })
    say(`${member.id} is banned; signed out on ${ended} devices`)
  } else if (act === 'unban') {
    await unbanMember(deps, { memberId: member.id, by, reason })
    say(`${member.id} may sign in again`)
  } else {
    const done = await deleteMember(deps, { memberId: member.id, actor: `operator:${by}`, reason })
    if (!done.isDeleted)
      throw new MemberRefusedError(done.isGone ? `${member.id} is gone already` : whyNot(done.obstacles))
    const lapsed = done.lapsedPoints > 0 ? `; ${done.lapsedPoints} points lapsed` : ''
    say(`${member.id} is deleted; signed out on ${done.ended} devices${lapsed}`)
  }
}

async function effectOf(
  deps: Pick<Deps, 'sql'>,
  act: MemberAct,
  member: KnownMember,
  devices: number,
): Promise<string> {
  if (member.deletedAt) return 'be refused: the account is gone'
  if (act === 'unban') return member.bannedAt ? 'lift the ban' : 'be refused: the member is not banned'
  if (act === 'ban')
    return member.bannedAt ? 'be refused: the member is banned already' : `end the sessions of ${devices} devices`
  const obstacles = await findLeaveObstacles(deps.sql, member.id)
  if (obstacles.length > 0) return `be refused: ${whyNot(obstacles)}`
  const points = await memberAssets.call.countPoints(deps.sql, member.id)
  const lapse = points > 0 ? `, let ${points} points lapse` : ''
  return `remove address, names, picture and wallet link for good${lapse}, and end the sessions of ${devices} devices`
}

// a viewer without a device of their own sees all of them as others
const countDevices = async (deps: Pick<Deps, 'sql'>, memberId: string): Promise<number> => {
  const nobody = '00000000-0000-0000-0000-000000000000'
  const viewer = { memberId, familyId: nobody, flowAddress: '', email: '', sessionHash: Buffer.alloc(0) }
  return (await listSessions(deps, viewer)).items.length
}

const words: Record<LeaveObstacle['kind'], (amount: bigint) => string> = {
  orders_open: (amount) => `${amount} orders are not delivered yet`,
  openings_open: (amount) => `${amount} packs are on their way to the vault`,
  packs_unopened: (amount) => `${amount} packs lie unopened`,
  listings_open: (amount) => `${amount} tokens are offered for sale`,
  trades_open: (amount) => `${amount} sales are being delivered`,
  gifts_open: (amount) => `${amount} gifts by mail are open or on their way`,
  proceeds_clearing: (amount) => `proceeds of ${amount} yen are not cleared yet`,
  proceeds_left: (amount) => `proceeds of ${amount} yen are left`,
  payouts_open: (amount) => `payouts of ${amount} yen are on their way`,
}
const whyNot = (obstacles: readonly LeaveObstacle[]): string =>
  obstacles.map(({ kind, amount }) => words[kind](amount)).join(', ')

const describe = (member: KnownMember): string[] => [
  `${member.id} ${oneLine(member.displayName)} <${member.email}> since ${member.memberSince.toISOString()}`,
  ...(member.flowAddress === '' ? [] : [`  wallet   ${member.flowAddress}`]),
  ...(member.bannedAt ? [`  banned   ${member.bannedAt.toISOString()}`] : []),
  ...(member.deletedAt ? [`  deleted  ${member.deletedAt.toISOString()}`] : []),
]

// what a member wrote must not steer the operator's terminal
const oneLine = (text: string): string => text.replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g, ' ')

type BirthdayOrder = { who: string; birthday: string; by: string; reason: string; isDryRun: boolean }

/**
 * `kura member birthday`: corrects a member's date of birth for an operator and recounts the
 * member's months. A dry run only reports. Fails with a MemberRefusedError. The audit keeps who did
 * it and why, not the dates.
 */
export async function changeBirthday(
  { sql }: Pick<Deps, 'sql'>,
  { who, birthday, by, reason, isDryRun }: BirthdayOrder,
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
