import type { Deps } from '../../deps.ts'
import { memberAssets } from '../member/member-events.ts'
import { listSessions } from '../session/list-sessions.ts'
import { banMember, unbanMember } from './ban-member.ts'
import { deleteMember } from './delete-member.ts'
import { findKnownMember } from './find-known-member.ts'
import { findLeaveObstacles } from './find-leave-obstacles.ts'
import type { LeaveObstacle } from './find-leave-obstacles.ts'
import { MemberRefusedError } from './member-refused-error.ts'
import type { KnownMember } from './standing-queries.ts'

export type MemberAct = 'ban' | 'unban' | 'delete'
type Order = { act: MemberAct; who: string; by: string; reason: string; isDryRun: boolean }

/** `kura member ban|unban|delete`: what an operator does to an account, told line by line. A dry run only tells. */
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
  gifts_open: (amount) => `${amount} gifts by mail are open or on their way`,
  proceeds_left: (amount) => `proceeds of ${amount} yen are left`,
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
