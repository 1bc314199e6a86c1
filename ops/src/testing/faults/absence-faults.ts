import assert from 'node:assert/strict'
import { until } from '../arena/until.ts'
import {
  botPass,
  enterAndPass,
  gatewaySteps,
  membersOf,
  packOf,
  pay,
  tally,
  times,
  enter,
  memberOf,
  assertOnly,
} from './scene.ts'
import { payByPaidy } from './paidy.ts'
import { callAt } from '../arena/call.ts'
import type { Member } from '../arena/members.ts'
import type { Fault, Scene } from './scene.ts'

/**
 * Mail and every worker are down: members can still buy, and each gets one mail once both are back.
 */
async function leaveAlone(scene: Scene): Promise<string> {
  const { arena, size } = scene
  await arena.play('mail', { down: true })
  await Promise.all(arena.workers.splice(0).map((worker) => worker.kill()))
  const many = size(4, 50)
  const packId = await packOf(scene, { units: 2 * many })
  const members = await membersOf(scene, 2 * many)
  for (const member of members.slice(0, many)) {
    const { orderId, accessID } = await enterAndPass(scene, member, packId)
    const paid = await pay(scene, member, packId, accessID)
    assert.equal(paid.data?.state, 'delivered', paid.text)
    assert.ok((await gatewaySteps(scene, [orderId])).flat().includes('CAPTURE'))
  }
  for (const member of members.slice(many)) assert.equal(await payByPaidy(scene, member, packId), 'sold')
  // start the workers first, so that every mail has failed before it can be sent
  arena.workers.push(await arena.start({ role: 'worker' }), await arena.start({ role: 'worker' }))
  const written = await lettersTo(scene, members)
  await arena.play('mail', { down: false })
  const clock = setInterval(() => void arena.moveClock('5 minutes'), 1500)
  const isAllSent = async () => (await mailsOf(scene, written)).every(({ state }) => state === 'sent')
  await until('every mail is sent', isAllSent).finally(() => clearInterval(clock))
  for (const recipient of written) await assertOneMail(scene, recipient)
  return `${2 * many} purchases without mail and without any worker, ${written.length} mails later`
}

const mailsOf = ({ arena }: Scene, recipients: readonly string[]) => arena.deps.sql<
  { recipient: string; state: string; hasFailed: boolean }[]
>`
  select recipient, state, error is not null as "hasFailed" from mails where recipient = any(${[...recipients]})`

/** The addresses of members, once a mail to each was tried in vain. */
async function lettersTo(scene: Scene, members: readonly Member[]): Promise<string[]> {
  const rows = await scene.arena.deps.sql<{ email: string }[]>`
    select email from members where id = any(${members.map(({ memberId }) => memberId)}::uuid[])`
  const addresses = rows.map(({ email }) => email)
  assert.equal(addresses.length, members.length)
  await until('a mail to every buyer was tried', async () => {
    const tried = (await mailsOf(scene, addresses)).filter(({ hasFailed }) => hasFailed)
    return new Set(tried.map(({ recipient }) => recipient)).size === addresses.length
  })
  return addresses
}

/** A mail may arrive twice when its sender was thought dead; both copies are then the same. */
async function assertOneMail({ arena }: Scene, recipient: string): Promise<void> {
  const answer = await fetch(`${arena.outside.pages}/mail/messages?to=${encodeURIComponent(recipient)}`)
  const mails = (await answer.json()) as { text: string }[]
  assert.equal(new Set(mails.map(({ text }) => text)).size, 1, `mails to ${recipient}`)
}

/** Many accounts behind one address, and the line of a pack. */
async function dropBots(scene: Scene): Promise<string> {
  const { arena, size } = scene
  const { sql } = arena.deps
  const bots = (await membersOf(scene, size(50, 10_000))).map((member) => ({ ...member, ip: '203.0.113.7' }))
  const packId = await packOf(scene, { units: bots.length + 10 })
  const tried: Awaited<ReturnType<typeof enter>>[] = []
  // so many sockets at once are enough
  for (let from = 0; from < bots.length; from += 200)
    tried.push(...(await Promise.all(bots.slice(from, from + 200).map((bot) => enter(scene, bot, packId)))))
  assertOnly(tried, ['200', 'TOO_MANY_REQUESTS'])
  const { 200: got = 0 } = tally(tried)
  const minutes = (Math.max(...tried.map(({ end }) => end)) - Math.min(...tried.map(({ start }) => start))) / 60_000
  assert.ok(got >= 12 && got <= 12 + Math.ceil(4 * minutes), `one address got ${got} packs in ${minutes} minutes`)
  assertOnly([await enter(scene, await memberOf(scene), packId)], ['200'])
  // with a line, nobody buys without waiting, and only so many enter each second
  const lined = await packOf(scene, { units: size(12, 500) })
  const before = performance.now()
  await sql`update packs set queue_per_second = 1, sale_starts_at = kura_now() + interval '30 minutes' where id = ${lined}`
  const crowd = await membersOf(scene, size(12, 500))
  const joined = await Promise.all(
    crowd.map(async (member) => {
      const bot = await botPass(scene, 'pack_queue')
      return callAt(scene.anyWeb(), 'joinQueue', { params: { packId: lined } }, { ...member, bot })
    }),
  )
  assertOnly(joined, ['200'])
  await arena.moveClock('30 minutes')
  const undrawn = async () => (await sql`select 1 from pack_tickets where pack_id = ${lined} and number < 0`).length
  await until('the places are drawn', async () => (await undrawn()) === 0)
  const stranger = await memberOf(scene)
  const entries = await Promise.all([stranger, ...crowd].map((member) => enter(scene, member, lined)))
  const seconds = (performance.now() - before) / 1000
  const [outside, ...inside] = entries
  assert.ok(outside)
  assertOnly([outside], ['QUEUE_FIRST'])
  assertOnly(inside, ['200', 'QUEUE_FIRST'])
  const admitted = inside.filter(({ code }) => code !== 'QUEUE_FIRST').length
  const most = Math.ceil(seconds) + 1
  assert.ok(admitted > 0 && admitted <= most, `${admitted} were let in within ${seconds.toFixed(1)} s, at one a second`)
  // members enter in the order drawn: all who entered have lower places than the rest
  const places = await sql<{ memberId: string; number: number }[]>`
    select member_id as "memberId", number::float8 as number from pack_tickets where pack_id = ${lined}`
  const placeOf = (at: number) => places.find(({ memberId }) => memberId === crowd[at]?.memberId)?.number ?? -1
  const [letIn, kept] = [true, false].map((isIn) =>
    times(crowd.length)
      .filter((at) => (inside[at]?.code !== 'QUEUE_FIRST') === isIn)
      .map(placeOf),
  )
  assert.equal(new Set(places.map(({ number }) => number)).size, crowd.length)
  assert.ok(Math.min(...places.map(({ number }) => number)) >= 0, 'the places were not drawn')
  assert.ok(Math.max(-1, ...(letIn ?? [])) <= Math.min(...(kept ?? [])) + most, 'the line was not kept')
  return `${bots.length} accounts at one address got ${got} packs; a line of ${crowd.length} let in ${admitted}`
}

export const absences: Fault = { name: 'F19', title: 'mail and workers are away', run: leaveAlone }
export const bots: Fault = { name: 'A46', title: 'a drop with bots: one address, one line', run: dropBots }
