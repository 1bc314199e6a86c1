// A deletion against everything that a member writes about themselves: what comes first is removed,
// and what comes later is refused.
import assert from 'node:assert/strict'
import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { after, test } from 'node:test'
import { loadBanks } from '../../money/payout/banks.ts'
import { seedPack } from '../../checkout/order/testing/shop.ts'
import { untilLocked } from '../../platform/db/testing/until-locked.ts'
import { seedMember } from '../../testing/seed-member.ts'
import type { SeededMember } from '../../testing/seed-member.ts'
import { testWorld } from '../../testing/test-world.ts'
import { deleteMember, eraseMember } from './delete-member.ts'
import { lockWhole } from './standing-queries.ts'
import { tablesWith } from './testing/tables-with.ts'

const world = await testWorld({ after })
const { deps, call, bot } = world
const { sql } = deps
const password = 'correct horse battery staple'
const mark = 'p3rs0nal'
const quietHours = { isOn: true, fromMinute: 0, toMinute: 60, timeZone: 'Asia/Tokyo' } as const
const bankAccount = {
  financialInstitutionCode: '0001',
  branchCode: '001',
  accountType: 'ordinary',
  accountNumber: '7654321',
  fullName: mark,
  fullNameKana: 'カブラギ ハナコ',
} as const
const { publicKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
const point = Buffer.concat([Buffer.of(4), Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')])
const pushKeys = { p256dh: point.toString('base64url'), auth: randomBytes(16).toString('base64url') }
await loadBanks(deps)
const packId = await seedPack(sql, { saleStartsAt: '1 hour' })
const friend = await seedMember(deps)

/** By the session, or by the password of an account that is not there. */
const refusals = new Set(['INVALID_SESSION', 'AUTHENTICATION_FAILED'])

type Answer = { ok: true } | { ok: false; body: { errorCode: string } }
const acts: Record<string, (member: SeededMember) => Promise<Answer>> = {
  profile: ({ session }) => call('updateProfile', { body: { displayName: mark, description: mark } }, { session }),
  handle: ({ session }) => call('setHandle', { body: { handle: mark } }, { session }),
  birthday: ({ session }) => call('setBirthday', { body: { birthday: '1987-06-05' } }, { session }),
  enquiry: async ({ session }) => {
    const body = { topic: 'other', email: `${mark}@example.jp`, message: `I am ${mark} of Kaburagi` } as const
    return call('sendEnquiry', { body }, { session, bot: await bot('enquiry') })
  },
  address: async ({ session }) => {
    const body = { email: `${mark}@example.jp`, password }
    return call('emailChange', { body }, { session, bot: await bot('email_change') })
  },
  'bank account': ({ session }) => call('setPayoutAccount', { body: { ...bankAccount, password } }, { session }),
  'push subscription': ({ session }) => {
    const endpoint = new URL(`/push/send/${mark}`, world.outside.sandbox.addresses.pages).href
    return call('subscribePush', { body: { endpoint, keys: pushKeys } }, { session })
  },
  'quiet hours': ({ session }) => call('setNotificationSettings', { body: { quietHours } }, { session }),
  choice: ({ session }) =>
    call('setNotificationSettings', { body: { kinds: [{ kind: 'order', push: false }] } }, { session }),
  reminder: ({ session }) => call('setReminder', { params: { packId } }, { session }),
  export: ({ session }) => call('requestExport', {}, { session }),
  favorite: ({ session }) => call('addFavorite', { body: { packId } }, { session }),
  follow: ({ session }) => call('followMember', { body: { targetUserId: friend.memberId } }, { session }),
  showcase: ({ session }) => call('setShowcase', { body: { tokenIds: [] } }, { session }),
  'sign-in': async ({ email }) =>
    call('emailSignIn', { body: { email, password } }, { bot: await bot('email_sign_in') }),
}

/** What is there of a deleted member: where the id stands, and where the words. */
const remaining = async ({ memberId, email }: SeededMember) => ({
  rows: (await tablesWith(sql, [memberId])).map((found) => found.split(':')[0]),
  words: await tablesWith(sql, [mark, email]),
})

/** Deletes the account; before that is committed, `act` has begun. */
async function deleteWhile(member: SeededMember, act?: () => Promise<Answer>): Promise<Answer | undefined> {
  let answer: Promise<Answer> | undefined
  await sql.begin(async (db) => {
    const whole = await lockWhole(db, member.memberId)
    assert.ok(whole)
    await eraseMember(deps, db, whole, { actor: 't', reason: 'r' })
    if (!act) return
    answer = act()
    await Promise.race([answer, untilLocked(sql)])
  })
  return answer
}

test('what a member writes about themselves while the account is deleted is refused and leaves nothing', async () => {
  const quiet = await seedMember(deps, { password })
  await deleteWhile(quiet)
  const kept = (await remaining(quiet)).rows
  for (const [name, act] of Object.entries(acts)) {
    const member = await seedMember(deps, { password })
    const answer = await deleteWhile(member, () => act(member))
    assert.equal(
      answer?.ok === false && refusals.has(answer.body.errorCode),
      true,
      `${name}: ${JSON.stringify(answer)}`,
    )
    await deps.background.settled()
    const { rows, words } = await remaining(member)
    assert.deepEqual([rows.filter((table) => !kept.includes(table)), words], [[], []], name)
  }
})

test('each of these works while a deletion only waits', async () => {
  const member = await seedMember(deps, { password, birthday: null })
  assert.ok((await call('requestDeletion', { body: { reason: 'other', password } }, member)).ok)
  for (const [name, act] of Object.entries(acts)) assert.ok((await act(member)).ok, name)
  assert.ok((await deleteMember(deps, { memberId: member.memberId, actor: 't', reason: 'r' })).isDeleted)
})
