import { setTimeout as sleep } from 'node:timers/promises'
import { seedPack, stockOf } from '@kura/server/checkout/order/testing/shop'
import type { Arena } from '../arena/arena.ts'
import { audit, settle } from '../arena/audit.ts'
import { seedMembers } from '../arena/members.ts'
import type { Member } from '../arena/members.ts'
import { tryToBuy } from '../arena/purchase.ts'
import type { Try } from '../arena/purchase.ts'
import { randomOf, shuffled } from '../arena/random.ts'
import { until } from '../arena/until.ts'
import { readMoves, soldOutSpans, visibleMs, wasSoldOut } from './availability.ts'
import type { StormFigures } from './figures.ts'

export type StormPlan = {
  buyers: number
  packs: number
  seed: string
  /** Shares of orders whose card is refused, and whose buyer never comes back from 3-D Secure. */
  declines: number
  lost: number
}
type Buyer = { member: Member; tries: Try[]; isOwner: boolean }
export type Progress = (line: string) => void

const roundsMost = 60
const outOfStock = 'PACK_OUT_OF_STOCK'

/**
 * Many members try to buy few packs at the same moment. Those who are declined or find none retry
 * while units may return to sale; reservations of buyers lost at their bank expire. Returns the
 * figures and every violation of what a sale promises.
 */
export async function runStorm(arena: Arena, plan: StormPlan, say: Progress = () => {}): Promise<StormFigures> {
  const { buyers: many, packs, seed } = plan
  const { sql } = arena.deps
  const random = randomOf(seed)
  say(`making ${many} members and ${packs} packs`)
  const packId = await seedPack(sql, { units: packs })
  const buyers = (await seedMembers(arena.deps, many)).map((member): Buyer => ({ member, tries: [], isOwner: false }))
  await sql`vacuum analyze`
  await arena.play('faults', { seed, card: { declinePercent: plan.declines, lostChallengePercent: plan.lost } })
  const begun = performance.now()
  const stopCommits = timeCommits(sql)
  let answered = 0
  const owners = () => buyers.filter(({ isOwner }) => isOwner).length
  const ticker = setInterval(() => say(`${answered} tries answered, ${owners()} of ${packs} sold`), 2000)
  const round = async (those: Buyer[]) => {
    const each = those.map(async (buyer, turn) => {
      const done = await tryToBuy(arena, buyer.member, packId, { turn })
      buyer.tries.push(done)
      buyer.isOwner = done.end.kind === 'sold'
      answered += 1
    })
    await Promise.all(each)
  }
  let slowestMs = 0
  try {
    await round(shuffled(buyers, random))
    for (let number = 2; number <= roundsMost && owners() < packs; number += 1) {
      const { remaining, reserved } = await stockOf(sql, packId)
      if (remaining === 0 && reserved === 0) break
      if (remaining === 0) await endLostOrders(arena, packId, say)
      const back = shuffled(buyers.filter(mayReturn), random)
      if (back.length === 0) break
      await round(back.slice(0, Math.max(4 * (await stockOf(sql, packId)).remaining, 20)))
    }
    // buyers lost after everything was sold would have come too late; their reservations expire too
    if ((await stockOf(sql, packId)).reserved > 0) await endLostOrders(arena, packId, say)
  } finally {
    clearInterval(ticker)
    await arena.play('faults', { card: { declinePercent: 0, lostChallengePercent: 0 } })
    slowestMs = Math.min(await stopCommits(), slowestCommitMs)
  }
  const seconds = (performance.now() - begun) / 1000
  await settle(arena)
  const violations = [
    ...(await judge(arena, packId, plan, buyers, Math.max(visibleMs, slowestMs))),
    ...(await audit(arena)),
  ]
  return figuresOf(plan, buyers, seconds, violations)
}

/** Members without a pack, except those at their bank's page. */
const mayReturn = ({ isOwner, tries }: Buyer): boolean => !isOwner && tries.at(-1)?.end.kind !== 'lost'

/** Lets unpaid reservations expire, and the worker releases them. */
async function endLostOrders(arena: Arena, packId: string, say: Progress): Promise<void> {
  const { reserved } = await stockOf(arena.deps.sql, packId)
  say(`the time of ${reserved} buyers who never came back from their bank passes`)
  await arena.moveClock('11 minutes')
  await until(
    'what was left behind is on sale again',
    async () => (await stockOf(arena.deps.sql, packId)).reserved === 0,
  )
}

/**
 * The longest assumed commit, even if this process was not scheduled for longer: otherwise no
 * refusal would ever count as wrong.
 */
const slowestCommitMs = 2000

/**
 * Commits a small change repeatedly until stopped; returns the milliseconds of the slowest commit
 * on this machine.
 */
function timeCommits(sql: Arena['deps']['sql']): () => Promise<number> {
  let isOver = false
  let slowestMs = 0
  const going = (async () => {
    while (!isOver) {
      const begun = performance.now()
      await sql`select pg_logical_emit_message(true, 'storm', '')`
      slowestMs = Math.max(slowestMs, performance.now() - begun)
      await sleep(50)
    }
  })()
  return async () => {
    isOver = true
    await going
    return slowestMs
  }
}

/** Compares what the buyers saw with the database; a commit takes up to `commitMs`. */
async function judge(
  arena: Arena,
  packId: string,
  { packs }: StormPlan,
  buyers: readonly Buyer[],
  commitMs: number,
): Promise<string[]> {
  const { sql } = arena.deps
  const violations: string[] = []
  const { sold, remaining, reserved } = await stockOf(sql, packId)
  const expected = Math.min(packs, buyers.length)
  if (sold !== expected)
    violations.push(`${sold} packs are sold instead of ${expected}; left ${remaining}, reserved ${reserved}`)
  const owned = await sql<{ id: string; memberId: string }[]>`
    select id, member_id as "memberId" from orders where pack_id = ${packId} and state = 'delivered'`
  const ownerIds = new Set(buyers.filter(({ isOwner }) => isOwner).map(({ member }) => member.memberId))
  for (const { id, memberId } of owned)
    if (!ownerIds.delete(memberId)) violations.push(`the order ${id} is delivered, its buyer was shown something else`)
  for (const memberId of ownerIds) violations.push(`the member ${memberId} was shown a pack and has no order`)
  const moves = await readMoves(sql, packId)
  if (moves.length === 0) violations.push('the database has no record of when anything was reserved')
  const spans = soldOutSpans(packs, moves)
  for (const { end, answers } of buyers.flatMap(({ tries }) => tries)) {
    if (end.kind === 'refused' && end.code !== outOfStock) violations.push(`a buyer was refused with ${end.code}`)
    for (const { answer } of answers.filter(({ answer: { code } }) => code === outOfStock))
      if (!wasSoldOut(spans, answer, commitMs))
        violations.push(
          `refused while one was left: ${new Date(answer.start).toISOString()} and ${answer.end - answer.start} ms on`,
        )
  }
  return violations
}

function figuresOf(plan: StormPlan, buyers: readonly Buyer[], seconds: number, violations: string[]): StormFigures {
  const tries = buyers.flatMap((buyer) => buyer.tries)
  const count = (isSo: (one: Try) => boolean) => tries.filter(isSo).length
  const refusals = new Map<string, number>()
  for (const { end } of tries) if (end.kind === 'refused') refusals.set(end.code, (refusals.get(end.code) ?? 0) + 1)
  const answers = tries.flatMap((one) => one.answers).filter(({ call }) => call === 'enter')
  const times = answers.map(({ answer }) => answer.end - answer.start).sort((a, b) => a - b)
  const share = (part: number) => times[Math.min(times.length - 1, Math.floor(times.length * part))] ?? 0
  return {
    plan,
    tries: tries.length,
    sold: count(({ end }) => end.kind === 'sold'),
    withoutPack: buyers.filter(({ isOwner }) => !isOwner).length,
    refusals: Object.fromEntries(refusals),
    declined: count(({ end }) => end.kind === 'declined'),
    lost: count(({ end }) => end.kind === 'lost'),
    loads: tries.reduce((sum, { loads }) => sum + loads, 0),
    seconds,
    p50: share(0.5),
    p99: share(0.99),
    violations,
  }
}
