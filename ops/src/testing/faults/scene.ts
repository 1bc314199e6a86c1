import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import { seedPack } from '@kura/server/checkout/order/testing/shop'
import type { PackSeed } from '@kura/server/checkout/order/testing/shop'
import { cardBuyer } from '@kura/sandbox/testing/card-buyer'
import type { Arena, Server, ServerWish } from '../arena/arena.ts'
import { callAt } from '../arena/call.ts'
import type { Answer } from '../arena/call.ts'
import { seedMembers } from '../arena/members.ts'
import type { Member } from '../arena/members.ts'
import { goodCard } from '../arena/purchase.ts'

/** Where one fault is played: an arena of several processes, and how large. */
export type Scene = {
  arena: Arena
  seed: string
  random: () => number
  isFull: boolean
  /** One of the two by the size of the run. */
  size: (small: number, full: number) => number
  /** The address of a process that serves members; the next one each time. */
  anyWeb: () => string
  /** Starts a process that ends with this scene. */
  start: (wish: ServerWish) => Promise<Server>
  say: (line: string) => void
}
export type Fault = {
  /** Its number in the list of faults and attacks. */
  name: string
  title: string
  /**
   * Plays it and checks its own promises; returns a summary. The invariants are checked afterwards.
   */
  run: (scene: Scene) => Promise<string>
}
export type Entered = { orderId: string; accessID: string; redirectUrl: string | null }

export const times = (count: number): number[] => Array.from({ length: count }, (_, number) => number)

export const packOf = ({ arena }: Scene, seed: PackSeed = {}): Promise<string> => seedPack(arena.deps.sql, seed)

export const membersOf = ({ arena }: Scene, count: number): Promise<Member[]> => seedMembers(arena.deps, count)

export async function memberOf({ arena }: Scene, flowAddress?: string): Promise<Member> {
  const [member] = await seedMembers(arena.deps, 1, flowAddress === undefined ? undefined : () => flowAddress)
  assert.ok(member)
  return member
}

const bankOf = ({ arena }: Scene) => cardBuyer(arena.outside.pages, 'sandbox000001')

/** A one-time token for a card. */
export const tokenOf = (scene: Scene, card = goodCard): Promise<string> => bankOf(scene).token(card)

/** A passed bot check. */
export async function botPass({ arena }: Scene, action: string): Promise<{ version: 'v3'; token: string }> {
  const answer = await fetch(`${arena.outside.pages}/sandbox/captcha/issue`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ version: 'v3', action, hostname: 'localhost' }),
  })
  const { token } = (await answer.json()) as { token: string }
  return { version: 'v3', token }
}

/** Reserves a pack with a new card. */
export async function enter(
  scene: Scene,
  member: Member,
  packId: string,
  { url = scene.anyWeb(), paymentToken }: { url?: string; paymentToken?: string } = {},
): Promise<Answer<Entered>> {
  const body = { retUrl: '/', paymentToken: paymentToken ?? (await tokenOf(scene)) }
  return callAt(url, 'entryOrderNewCard', { params: { packId }, body }, member)
}

/** Approves on the bank's page. */
export async function passBank(scene: Scene, { redirectUrl }: Entered): Promise<void> {
  if (redirectUrl !== null) await bankOf(scene).walkChallenge(redirectUrl)
}

/** The same, but must succeed, with the bank's page approved. */
export async function enterAndPass(scene: Scene, member: Member, packId: string, url?: string): Promise<Entered> {
  const { data, text } = await enter(scene, member, packId, url === undefined ? {} : { url })
  assert.ok(data, text)
  await passBank(scene, data)
  return data
}

/** Captures the money after the bank's page. */
export const pay = (scene: Scene, member: Member, packId: string, accessID: string, url = scene.anyWeb()) =>
  callAt(url, 'entryOrderBuy', { params: { packId }, body: { accessID } }, member)

export type OrderSeen = { id: string; memberId: string; state: string }

/** The orders of a pack in the order they were made. */
export const ordersOf = async ({ arena }: Scene, packId: string): Promise<OrderSeen[]> => [
  ...(await arena.deps.sql<OrderSeen[]>`
    select id, member_id as "memberId", state from orders where pack_id = ${packId} order by created_at, id`),
]

/** The state of one order. */
export async function stateOf({ arena }: Scene, orderId: string): Promise<string> {
  const [row] = await arena.deps.sql<{ state: string }[]>`select state from orders where id = ${orderId}`
  return row?.state ?? 'none'
}

/** What the card gateway did to the trades of these orders. */
export async function gatewaySteps({ arena }: Scene, orderIds: readonly string[]): Promise<string[][]> {
  const rows = await arena.deps.sql<{ ref: string }[]>`
    select gateway_order_id as ref from payments where order_id = any(${[...orderIds]}::uuid[])`
  const steps = rows.map(async ({ ref }) => {
    const answer = await fetch(`${arena.outside.pages}/sandbox/card/trades?order=${ref}`)
    const { trades } = (await answer.json()) as { trades: { history: { status: string }[] }[] }
    return trades.flatMap(({ history }) => history.map(({ status }) => status))
  })
  return Promise.all(steps)
}

/** Waits until the process ends by its planned fault. */
export async function assertDies({ ended }: Server, where: string): Promise<void> {
  assert.equal(await Promise.race([ended, sleep(90_000, 'nothing', { ref: false })]), 'SIGKILL', where)
}

/** Counts each response: `200`, or the code of the refusal. */
export function tally(answers: readonly Answer[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const { status, code } of answers) {
    const name = code === '' ? String(status) : code
    counts[name] = (counts[name] ?? 0) + 1
  }
  return counts
}

/** Asserts that only these responses came. */
export function assertOnly(answers: readonly Answer[], allowed: readonly string[]): void {
  assert.ok(answers.length > 0, 'nothing was asked')
  const strange = Object.keys(tally(answers)).filter((name) => !allowed.includes(name))
  const first = answers.find(({ status, code }) => strange.includes(code === '' ? String(status) : code))
  assert.deepEqual(strange, [], `besides ${allowed.join(', ')} came ${strange.join(', ')}: ${first?.text}`)
}
