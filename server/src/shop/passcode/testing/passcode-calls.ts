import type { SeededMember } from '../../../testing/seed-member.ts'
import type { TestWorld } from '../../../testing/test-world.ts'

export type Pairs = { itemId?: string | string[]; count?: string | number | (string | number)[] }

/** Reads what a passcode is for, with a bot check of its own unless a token is given. */
export const look = async (world: TestWorld, buyer: SeededMember, code: string, token?: string) =>
  world.call(
    'validatePasscode',
    {
      params: { passcode: code },
      query: { token: token ?? (await world.bot('passcode_validate')).token, auth: 'v3' },
    },
    { session: buyer.session },
  )

/** Gets the pack of a passcode. */
export async function get(
  world: TestWorld,
  buyer: SeededMember,
  code: string,
  more: Pairs & { token?: string; idempotencyKey?: string } = {},
) {
  const { token = (await world.bot('passcode_get')).token, idempotencyKey, ...pairs } = more
  return world.call(
    'getPasscode',
    { params: { passcode: code }, body: { token, auth: 'v3', ...(pairs as object) } },
    { session: buyer.session, idempotencyKey },
  )
}

/** Rates are another test's: the callers here all come from one source. */
export const forgetRates = (world: TestWorld) => world.deps.sql`delete from rate_limits`
