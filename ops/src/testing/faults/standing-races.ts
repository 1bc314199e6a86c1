import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { banMember } from '@kura/server/identity/account/ban-member'
import { deleteMember } from '@kura/server/identity/account/delete-member'
import { seedAirdrop, seedGiven } from '@kura/server/shop/pack/testing/given-packs'
import { callAt } from '../arena/call.ts'
import type { Answer } from '../arena/call.ts'
import type { Member } from '../arena/members.ts'
import type { SeenListing } from '../arena/token-purchase.ts'
import { givePoints } from './points.ts'
import { botPass, enter, enterAndPass, membersOf, packOf, passBank, pay, assertOnly, tally } from './scene.ts'
import type { Fault, Scene } from './scene.ts'
import { buyersOf, draft, list, payPoints, sign, tradersOf } from './trading.ts'

type Act = { member: Member; begin: (url: string) => Promise<Answer> }
/** How long a slow process waits between its checks and its transaction. */
const gapMs = 500
const gaps = ['before order.reserve', 'before airdrop.claim', 'before sale-order.draft', 'before card.complete']

/** Kinds of members, each with what it begins at the address of a process. */
const kinds: Record<string, (scene: Scene, count: number) => Promise<Act[]>> = {
  card: async (scene, count) => {
    const packId = await packOf(scene, { units: count })
    return (await membersOf(scene, count)).map((member) => ({
      member,
      begin: async (url) => {
        const entered = await enter(scene, member, packId, { url })
        if (!entered.data) return entered
        await passBank(scene, entered.data)
        return pay(scene, member, packId, entered.data.accessID, url)
      },
    }))
  },
  'card on its way': async (scene, count) => {
    const packId = await packOf(scene, { units: count })
    const members = await membersOf(scene, count)
    const entered = await Promise.all(members.map((member) => enterAndPass(scene, member, packId)))
    return members.map((member, at) => ({
      member,
      begin: (url) => pay(scene, member, packId, entered[at]!.accessID, url),
    }))
  },
  points: async (scene, count) => {
    const packId = await packOf(scene, { units: count, priceYen: 100 })
    const members = await membersOf(scene, count)
    for (const { memberId } of members) await givePoints(scene.arena.deps.sql, memberId, 130)
    return members.map((member) => ({
      member,
      begin: (url) => callAt(url, 'buyPoint', { params: { packId }, body: { usedPoint: 100 } }, member),
    }))
  },
  airdrop: async (scene, count) => {
    const { sql } = scene.arena.deps
    const airdropId = await seedAirdrop(sql, await seedGiven(sql, 'airdrop', { units: count, kind: 'single' }))
    return (await membersOf(scene, count)).map((member) => ({
      member,
      begin: async (url) => {
        const { token } = await botPass(scene, 'airdrop_claim')
        const caller = { ...member, idempotencyKey: randomUUID() }
        return callAt(url, 'claimAirdrop', { params: { airdropId }, body: { token, auth: 'v3' } }, caller)
      },
    }))
  },
  purchase: async (scene, count) => {
    const [seller] = await tradersOf(scene, 1, count)
    assert.ok(seller)
    const buyers = await buyersOf(scene, count)
    const listings: SeenListing[] = []
    for (const token of seller.tokens) listings.push(await list(scene, seller, token))
    return buyers.map((member, at) => ({ member, begin: (url) => payPoints(scene, member, listings[at]!, url) }))
  },
  listing: async (scene, count) =>
    (await tradersOf(scene, count, 1)).map((member) => ({
      member,
      begin: async (url) => {
        const drafted = await draft(scene, member, member.tokens[0]!, {}, url)
        // a wallet runs what it was given, even if the account has ended
        if (drafted.data) assert.equal((await sign(scene, member, drafted.data)).failed, false)
        return drafted
      },
    })),
}

/** The possible outcomes of an act whose member is banned or deleted meanwhile. */
const answersOf = ['200', '201', 'INVALID_SESSION', 'UNAUTHORIZED', 'PAYMENT_EXPIRED', 'NOT_FOUND']

async function endMember({ arena: { deps } }: Scene, { memberId }: Member, isBan: boolean): Promise<void> {
  if (isBan) return void (await banMember(deps, { memberId, by: 'fault', reason: 'fault' }))
  // refused while something is open: then the account has not ended
  await deleteMember(deps, { memberId, actor: 'operator:fault', reason: 'fault' })
}

/**
 * Returns every row that a member began, and whether it was committed after the account ended. Uses
 * the database's own record of commits, not a clock.
 */
const rowsOf = ({ arena }: Scene, memberIds: readonly string[]) => arena.deps.sql<
  { memberId: string; what: string; isLate: boolean; isGivenBack: boolean }[]
>`
  with ends as (
    select m.id, e.at from members m
      left join lateral (select min(pg_xact_commit_timestamp(a.xmin)) as at from audit_rows a
                          where a.subject = m.id::text and a.act in ('member.banned', 'member.deleted')) e on true
     where m.id = any(${[...memberIds]}::uuid[]))
  select e.id as "memberId", v.state as what, coalesce(pg_xact_commit_timestamp(v.xmin) > e.at, false) as "isLate",
         o.state in ('refunding', 'refunded') as "isGivenBack"
    from ends e join orders o on o.member_id = e.id join order_moves v on v.order_id = o.id and v.state in ('reserved', 'captured')
  union all
  select e.id, 'listed', coalesce(pg_xact_commit_timestamp(v.xmin) > e.at, false), false
    from ends e join listings l on l.seller_id = e.id join listing_moves v on v.listing_id = l.id and v.state = 'drafted'
  union all
  select e.id, 'opened', coalesce(pg_xact_commit_timestamp(v.xmin) > e.at, false), false
    from ends e join listings l on l.seller_id = e.id join listing_moves v on v.listing_id = l.id and v.state = 'open'`

/**
 * Plays one kind: half of the members end in the gap of a slow process, the others at any time.
 * Returns the outcomes.
 */
async function raceKind(scene: Scene, name: string, slowUrl: string): Promise<Record<string, number>> {
  const count = scene.size(name === 'purchase' || name === 'listing' ? 4 : 8, 40)
  const acts = await kinds[name]!(scene, count)
  const answers = await Promise.all(
    acts.map(async ({ member, begin }, at) => {
      const isSlow = at % 2 === 0
      const isBan = Math.floor(at / 2) % 2 === 0
      const begun = begin(isSlow ? slowUrl : scene.anyWeb())
      // the last one waits for its response first, so that both orders occur
      if (at === acts.length - 1) await begun
      else await sleep(isSlow ? gapMs * (0.3 + 0.4 * scene.random()) : scene.random() * gapMs)
      await endMember(scene, member, isBan)
      return begun
    }),
  )
  assertOnly(answers, answersOf)
  const rows = await rowsOf(
    scene,
    acts.map(({ member }) => member.memberId),
  )
  const late = rows.filter(({ what, isLate, isGivenBack }) => isLate && !(what === 'captured' && isGivenBack))
  assert.deepEqual(late, [], `${name}: ${late.length} went on after the account had ended`)
  const counts = tally(answers)
  const refunded = rows.filter(({ what, isGivenBack }) => what === 'reserved' && isGivenBack).length
  const isEndFirst = name === 'card on its way' ? refunded > 0 : (counts['INVALID_SESSION'] ?? 0) > 0
  assert.ok(isEndFirst, `${name}: no account ended first: ${JSON.stringify(counts)}`)
  assert.ok(
    rows.some(({ isLate }) => !isLate),
    `${name}: every account ended first`,
  )
  return { ...counts, ...(refunded > 0 && { refunded }) }
}

async function raceStanding(scene: Scene): Promise<string> {
  const plan = gaps.map((point) => `sleep:${point}:${gapMs}`).join(',')
  const slow = await scene.start({ role: 'web', fault: plan })
  const outcomes: string[] = []
  for (const name of Object.keys(kinds)) {
    outcomes.push(`${name} ${JSON.stringify(await raceKind(scene, name, slow.url))}`)
    scene.say(outcomes.at(-1)!)
  }
  return `accounts banned and deleted while they buy, claim and list: ${outcomes.join(', ')}`
}

export const standingRaces: Fault = {
  name: 'A47',
  title: 'accounts banned and deleted while they buy, claim and list',
  run: raceStanding,
}
