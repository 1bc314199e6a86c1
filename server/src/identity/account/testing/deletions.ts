import { limits } from '@kura/contract/limits'
import type { SeededMember } from '../../../testing/seed-member.ts'
import type { TestWorld } from '../../../testing/test-world.ts'
import { mailsTo } from './mail-to.ts'

export const password = 'correct horse battery staple'

/** What members do about their deletion, and what came of it. */
export function deletionsIn(world: TestWorld) {
  const { deps, call } = world
  const { sql } = deps
  return {
    ask: ({ session }: SeededMember, body: object = { password }) =>
      call('requestDeletion', { body: { reason: 'unused', ...body } }, { session }),
    cancel: ({ session }: SeededMember) => call('cancelDeletion', {}, { session }),
    statesOf: async ({ memberId }: SeededMember) => {
      const rows = await sql`
        select state from account_deletions where member_id = ${memberId} order by requested_at, id`
      return rows.map((row) => row['state'])
    },
    isGone: async ({ memberId }: SeededMember) =>
      (await sql`select 1 from members where id = ${memberId} and deleted_at is not null`).length === 1,
    subjectsTo: async (email: string) => (await mailsTo(world, email)).map(({ subject }) => subject),
    /** Steps to the moment when a request made now is due, and past it. */
    waitOut: () => world.moveClock(`${limits.deletionDays} days 1 minute`),
  }
}
