import { randomBytes } from 'node:crypto'
import type { Deps } from '@kura/server/deps'
import { seedMember } from '@kura/server/testing/seed-member'

export type Member = { memberId: string; session: string; ip: string }

const atOnce = 8
let count = 0

/** Creates signed-in members with a recently seen wallet, each at its own network address. */
export async function seedMembers(
  deps: Pick<Deps, 'sql' | 'passwords'>,
  many: number,
  flowAddress = () => `0x${randomBytes(8).toString('hex')}`,
): Promise<Member[]> {
  const members: Member[] = []
  const lines = Array.from({ length: atOnce }, async () => {
    for (;;) {
      if (members.length >= many) return
      const number = (count += 1)
      const member: Member = { memberId: '', session: '', ip: addressOf(number) }
      members.push(member)
      Object.assign(member, await seedMember(deps, { flowAddress: flowAddress() }))
    }
  })
  await Promise.all(lines)
  return members
}

const addressOf = (number: number): string => `10.${(number >> 16) & 255}.${(number >> 8) & 255}.${number & 255}`
