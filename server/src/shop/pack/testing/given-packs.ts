import { randomBytes, randomUUID } from 'node:crypto'
import { seedPack } from '../../../checkout/order/testing/shop.ts'
import type { PackSeed } from '../../../checkout/order/testing/shop.ts'
import type { Sql } from '../../../platform/db/connect.ts'
import { newId } from '../../../platform/db/id.ts'
import type { Viewer } from '../../../platform/http/on.ts'
import { seedMember } from '../../../testing/seed-member.ts'
import type { SeededMember } from '../../../testing/seed-member.ts'
import { hashOfPasscode, readPasscode } from '../../passcode/passcode-form.ts'

type Channel = 'passcode' | 'airdrop'

/** A pack that is not sold. */
export async function seedGiven(sql: Sql, channel: Channel, seed: PackSeed = {}): Promise<string> {
  const packId = await seedPack(sql, seed)
  await sql`
    update packs set channel = ${channel}, price_yen = 0, per_member_limit = ${seed.perMemberLimit ?? null} where id = ${packId}`
  return packId
}

export type SelectableSeed = { units?: number; cards?: number; items?: { copies: number; most: number }[] }
/** A selectable pack with its pool; returns the ids of its items too. */
export async function seedSelectable(
  sql: Sql,
  channel: Channel,
  {
    units = 5,
    cards = 2,
    items = [
      { copies: 10, most: 2 },
      { copies: 10, most: 1 },
    ],
  }: SelectableSeed = {},
): Promise<{ packId: string; itemIds: string[] }> {
  const id = `s-${randomBytes(4).toString('hex')}`
  const itemIds = items.map((_, at) => `${id}-${at + 1}`)
  await sql.begin(async (db) => {
    await db`insert into media (id, width, height, colour, sizes) values (${id}, 640, 800, '#123456', '{160,320}')`
    await db`insert into series (id, name_ja, name_en, token_cap, registered_at) values (${id}, 'シリーズ', 'Series', 1000000, kura_now())`
    await db`
      insert into packs (id, series_id, name_ja, name_en, picture, kind, channel, price_yen, cards_per_pack, salt, commitment)
      values (${id}, ${id}, '選べるパック', 'Chosen pack', ${id}, 'selectable', ${channel}, 0, ${cards}, '\\x00', '')`
    await db`insert into pack_stocks (pack_id, issued, remaining) values (${id}, ${units}, ${units})`
    for (let number = 1; number <= units; number += 1)
      await db`insert into pack_units (id, pack_id, number, draw_number) values (${randomUUID()}, ${id}, ${number}, ${number})`
    for (const [at, { copies, most }] of items.entries()) {
      const itemId = itemIds[at] ?? ''
      await db`
        insert into items (id, series_id, name_ja, name_en, edition_size, picture, position, registered_at)
        values (${itemId}, ${id}, '月', 'Moon', ${copies}, ${id}, ${randomBytes(3).readUIntBE(0, 3)}, kura_now())`
      await db`insert into pack_items (pack_id, item_id, copies, odds_ppm) values (${id}, ${itemId}, ${copies}, 0)`
      await db`
        insert into pack_selectables (pack_id, item_id, issued, remaining, most_each)
        values (${id}, ${itemId}, ${copies}, ${copies}, ${most})`
      for (let serial = 1; serial <= copies; serial += 1)
        await db`
          insert into pack_pool (pack_id, item_id, serial, ref_id) values (${id}, ${itemId}, ${serial}, ${randomUUID()})`
    }
  })
  return { packId: id, itemIds }
}

/** A passcode of a pack; times are intervals from now. Returns its id and the code. */
export async function seedPasscode(
  sql: Sql,
  packId: string,
  { uses = 1, from, until }: { uses?: number; from?: string; until?: string } = {},
): Promise<{ id: string; code: string }> {
  const id = newId()
  const code = `TEST-${randomBytes(5).toString('hex')}`
  const hash = hashOfPasscode(readPasscode(code) ?? '')
  const at = (interval: string | undefined) => (interval ? sql`kura_now() + ${interval}::interval` : null)
  await sql`
    insert into passcodes (id, code_hash, pack_id, uses_most, starts_at, ends_at)
    values (${id}, ${hash}, ${packId}, ${uses}, ${at(from)}, ${at(until)})`
  return { id, code }
}

type AirdropSeed = { each?: number; from?: string; until?: string; isForAll?: boolean; who?: string[] }
/** An airdrop of a pack; times are intervals from now. */
export async function seedAirdrop(
  sql: Sql,
  packId: string,
  { each = 1, from, until, isForAll = true, who = [] }: AirdropSeed = {},
): Promise<string> {
  const id = `a-${randomBytes(4).toString('hex')}`
  const at = (interval: string | undefined) => (interval ? sql`kura_now() + ${interval}::interval` : null)
  await sql`
    insert into airdrops (id, name_ja, name_en, pack_id, packs_each, is_for_all, starts_at, ends_at)
    values (${id}, '贈り物', 'Gift', ${packId}, ${each}, ${isForAll}, ${at(from)}, ${at(until)})`
  for (const one of who) await sql`insert into airdrop_reservations (airdrop_id, who) values (${id}, ${one})`
  return id
}

const anyAddress = () => `0x${randomBytes(8).toString('hex')}`

/**
 * Members with wallets, as the verbs see them: for races that no single source could run within its
 * rate.
 */
export async function seedViewers(deps: Parameters<typeof seedMember>[0], count: number): Promise<Viewer[]> {
  const members: SeededMember[] = await Promise.all(
    Array.from({ length: count }, () => seedMember(deps, { flowAddress: anyAddress() })),
  )
  return members.map(({ memberId, flowAddress, email }) => ({
    memberId,
    flowAddress,
    email,
    sessionHash: Buffer.alloc(32),
    familyId: memberId,
  }))
}

/** Another source for each of many callers. */
export const ipOf = (at: number): string => `10.${(at >> 8) & 255}.${at & 255}.7`
