import { randomBytes, randomUUID } from 'node:crypto'
import type { GateDeps } from '../../../identity/member/ensure-full-member.ts'
import type { Sql } from '../../../platform/db/connect.ts'
import { unitOf } from '../../../shop/pack/sellable-pack.ts'
import { seedMember } from '../../../testing/seed-member.ts'
import type { SeededMember } from '../../../testing/seed-member.ts'
import type { TestWorld } from '../../../testing/test-world.ts'
import { wireModules } from '../../../wiring.ts'
import { reserveOrder } from '../reserve.ts'
import type { Reservation, TransactionHooks } from '../reserve.ts'
import type { ReserveOptions } from '../sellable.ts'

// orders need the sellables, also where no full server is started
wireModules()

export type PackSeed = {
  units?: number
  priceYen?: number
  kind?: 'single' | 'random'
  cardsPerPack?: number
  perMemberLimit?: number | null
  saleStartsAt?: string | null
  saleEndsAt?: string | null
  /** False leaves registering the item on chain to the worker. */
  isRegistered?: boolean
}
export const okCard = '4111111111111111'
export const noChallengeCard = '5555555555554444'

/**
 * A pack on sale with its units and their contents; times are intervals from now such as `1 hour`.
 */
export async function seedPack(sql: Sql, seed: PackSeed = {}): Promise<string> {
  const { units = 3, priceYen = 1100, kind = 'random', isRegistered = true } = seed
  // a random pack without a limit is not sold
  const perMemberLimit = seed.perMemberLimit ?? (kind === 'random' ? 1000 : null)
  const registeredAt = isRegistered ? sql`kura_now()` : null
  const cards = kind === 'single' ? 1 : (seed.cardsPerPack ?? 2)
  const id = `t-${randomBytes(4).toString('hex')}`
  const at = (interval: string | null | undefined) => (interval ? sql`kura_now() + ${interval}::interval` : null)
  await sql.begin(async (db) => {
    await db`
      insert into media (id, width, height, colour, sizes) values (${id}, 640, 800, '#123456', '{160,320}')`
    await db`insert into series (id, name_ja, name_en, token_cap, registered_at) values (${id}, 'シリーズ', 'Series', 1000000, ${registeredAt})`
    await db`
      insert into items (id, series_id, name_ja, name_en, edition_size, picture, position, registered_at)
      values (${id}, ${id}, '月', 'Moon', ${units * cards}, ${id}, ${randomBytes(4).readUInt32BE()}, ${registeredAt})`
    await db`
      insert into packs (id, series_id, name_ja, name_en, picture, kind, price_yen, cards_per_pack, per_member_limit,
                         sale_starts_at, sale_ends_at, salt, commitment)
      values (${id}, ${id}, 'パック', 'Pack', ${id}, ${kind}, ${priceYen}, ${cards}, ${perMemberLimit},
              ${at(seed.saleStartsAt)}, ${at(seed.saleEndsAt)}, '\\x00', '\\x00')`
    await db`insert into pack_items (pack_id, item_id, copies, odds_ppm) values (${id}, ${id}, ${units * cards}, 1000000)`
    await db`insert into pack_stocks (pack_id, issued, remaining) values (${id}, ${units}, ${units})`
    for (let number = 1; number <= units; number += 1) {
      const unitId = randomUUID()
      await db`insert into pack_units (id, pack_id, number, draw_number) values (${unitId}, ${id}, ${number}, ${number})`
      for (let place = 1; place <= cards; place += 1) {
        await db`
          insert into pack_cards (unit_id, place, item_id, serial, ref_id)
          values (${unitId}, ${place}, ${id}, ${(number - 1) * cards + place}, ${randomUUID()})`
      }
    }
  })
  return id
}

/** A signed-in member with a wallet. */
export const seedBuyer = (
  world: TestWorld,
  flowAddress = `0x${randomBytes(8).toString('hex')}`,
): Promise<SeededMember> => seedMember(world.deps, { flowAddress })

/** A one-time token for a card, as the gateway's script in the browser gets it. */
export async function cardToken(world: TestWorld, number = okCard): Promise<string> {
  const answer = await fetch(`${world.outside.sandbox.addresses.pages}/card/token`, {
    method: 'POST',
    body: new URLSearchParams({ shopid: 'sandbox000001', cardno: number, expire: '3912', securitycode: '123' }),
  })
  const { tokenObject } = (await answer.json()) as { tokenObject: { token: string } }
  return tokenObject.token
}

/** Faults of the card gateway. */
export async function setCard(world: TestWorld, switches: Record<string, unknown>): Promise<void> {
  const answer = await fetch(`${world.outside.sandbox.addresses.pages}/sandbox/card`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(switches),
  })
  if (!answer.ok) throw new Error(await answer.text())
}

export type SeenTrade = {
  orderId: string
  accessId: string
  status: string
  amount: number
  history: { status: string }[]
}

/**
 * The gateway's states of a refunded payment: which one depends on its calendar day, and midnight
 * may pass during a test.
 */
export const givenBack = /^(VOID|RETURNX?)$/

/** The gateway's books. */
export async function listTrades(world: TestWorld): Promise<SeenTrade[]> {
  const answer = await fetch(`${world.outside.sandbox.addresses.pages}/sandbox/card/trades`)
  return ((await answer.json()) as { trades: SeenTrade[] }).trades
}

/** Goes through the 3-D Secure page as a browser does; returns the URL it redirects to. */
export async function passChallenge(redirectUrl: string, decision = 'approved'): Promise<URL> {
  const shown = await fetch(redirectUrl, { redirect: 'manual' })
  const answer =
    shown.status === 303
      ? shown
      : await fetch(redirectUrl, { method: 'POST', body: new URLSearchParams({ decision }), redirect: 'manual' })
  return new URL(answer.headers.get('location') ?? '')
}

export type Entered = { orderId: string; accessID: string; redirectUrl: string | null }

/** entry-order/new-card of a member with a fresh card. */
export async function enter(world: TestWorld, buyer: SeededMember, packId: string, number = okCard, retUrl = '/back') {
  const paymentToken = await cardToken(world, number)
  return world.call(
    'entryOrderNewCard',
    { params: { packId }, body: { retUrl, paymentToken } },
    { session: buyer.session },
  )
}

/** The same, insisting that it worked and walking through 3-D Secure. */
export async function enterAndPass(
  world: TestWorld,
  buyer: SeededMember,
  packId: string,
  number = okCard,
): Promise<Entered> {
  const entered = await enter(world, buyer, packId, number)
  if (!entered.ok) throw new Error(JSON.stringify(entered.body))
  if (entered.data.redirectUrl) await passChallenge(entered.data.redirectUrl)
  return entered.data
}

/** entry-order/buy. */
export const buy = (world: TestWorld, buyer: SeededMember, packId: string, accessID: string) =>
  world.call('entryOrderBuy', { params: { packId }, body: { accessID } }, { session: buyer.session })

/** Stock as it is counted. */
export async function stockOf(sql: Sql, packId: string) {
  const [stock] = await sql<[{ issued: number; remaining: number; reserved: number; sold: number }]>`
    select issued, remaining, reserved, sold from pack_stocks where pack_id = ${packId}`
  return stock
}

/** Reserves a unit of a pack without the checks of the endpoints. */
export const reservePack = (
  deps: Pick<GateDeps, 'sql'>,
  { packId, ...buyer }: { packId: string; memberId: string; isAdult: boolean },
  options: ReserveOptions,
  hooks?: TransactionHooks,
): Promise<Reservation> => reserveOrder(deps as GateDeps, unitOf(packId), { flowAddress: '', ...buyer }, options, hooks)
