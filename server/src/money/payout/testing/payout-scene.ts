import assert from 'node:assert/strict'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { mailsTo } from '../../../identity/account/testing/mail-to.ts'
import { sendMails } from '../../../platform/mail/send-waiting-mails.ts'
import type { SeededMember } from '../../../testing/seed-member.ts'
import type { TestWorld } from '../../../testing/test-world.ts'
import { makePayoutBatch, releasePayoutBatch } from '../batch.ts'
import { writePayoutLetters } from '../letters.ts'
import type { payoutRefusals } from '../refusal.ts'
import { readPayoutResult } from '../result.ts'
import { folder, payer, payoutWorld, request, seedPayee } from './payees.ts'

/** A shop with requested payouts of these amounts, and the operator's commands. */
export async function scene(t: TestContext, amounts: readonly number[]) {
  const world = await payoutWorld(t)
  const path = join(await folder(t), 'transfers.txt')
  const members: SeededMember[] = []
  for (const yen of amounts) {
    const member = await seedPayee(world, yen)
    assert.ok((await request(world, member, yen, yen)).ok)
    members.push(member)
  }
  const said: string[] = []
  const say = (line: string): void => void said.push(line)
  const { deps } = world
  const batch = (by = 'ito', payOn = '2026-12-01') => makePayoutBatch(deps, { payOn, by, isDryRun: false }, say)
  const release = (more: object = {}) => releasePayoutBatch(deps, { number: 1, by: 'sato', path, payer, ...more }, say)
  const result = (file: string, number = 1) => readPayoutResult(deps, { number, path: file, by: 'ito' }, say)
  return { world, sql: deps.sql, path, members, said, say, batch, release, result }
}
export const refusedAs = (refusal: keyof typeof payoutRefusals) => ({ code: 'PAYOUT_REFUSED', refusal })
export const statesOf = async ({ deps: { sql } }: TestWorld): Promise<string[]> =>
  (await sql<{ state: string }[]>`select state from payouts order by number`).map(({ state }) => state)
export const alarmsOf = async ({ deps: { sql } }: TestWorld): Promise<string[]> =>
  (
    await sql<{ alarm: string }[]>`
      select kind || ' ' || subject as alarm from alarms where cleared_at is null order by 1`
  ).map(({ alarm }) => alarm)
export async function messageAbout(sql: TestWorld['deps']['sql'], subject: string): Promise<string> {
  const rows = await sql<{ message: string }[]>`
    select message from alarms where kind = 'payout-returned' and subject = ${subject}`
  return rows[0]?.message ?? ''
}
export async function subjectsTo(world: TestWorld, { email }: SeededMember): Promise<string[]> {
  await Promise.all([writePayoutLetters(world.deps), writePayoutLetters(world.deps)])
  while ((await sendMails(world.deps, 50)) > 0);
  const mails = await mailsTo(world, email)
  return mails.map(({ subject }) => subject.replace('【Kura 蔵】', '')).toSorted()
}
