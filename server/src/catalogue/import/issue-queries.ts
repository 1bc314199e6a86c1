import type { Db } from '../../platform/db/connect.ts'
import { newId } from '../../platform/db/id.ts'
import type { AirdropEntry, CampaignEntry, PasscodeEntry, ReservationEntry } from './issue-entries.ts'

export type KnownPasscode = { codeHash: string; packId: string; uses: number }
export const listKnownPasscodes = (db: Db, hashes: string[]) => db<KnownPasscode[]>`
  select encode(code_hash, 'hex') as "codeHash", pack_id as "packId", uses from passcodes
   where encode(code_hash, 'hex') = any(${hashes})`

export type KnownAirdrop = { id: string; packId: string; packsEach: number; claims: number }
export const listKnownAirdrops = (db: Db, ids: string[]) => db<KnownAirdrop[]>`
  select id, pack_id as "packId", packs_each as "packsEach",
         (select count(*)::int from airdrop_claims c where c.airdrop_id = a.id) as claims
    from airdrops a where id = any(${ids})`

/** Packs that passcodes and airdrops name, whether the folder has them or not. */
export const listChannels = (db: Db, ids: string[]) => db<{ id: string; kind: string; channel: string }[]>`
  select id, kind, channel from packs where id = any(${ids})`

/** New passcodes, and other uses or terms of those that are there. Answers how many changed. */
export const upsertPasscodes = async (db: Db, passcodes: PasscodeEntry[]): Promise<number> => {
  const entries = passcodes.map((entry) => ({ ...entry, id: newId() }))
  const rows = await db`
    insert into passcodes as t (id, code_hash, pack_id, uses_most, starts_at, ends_at)
    select id, decode("codeHash", 'hex'), "packId", "usesMost", "startsAt", "endsAt"
      from jsonb_to_recordset(${db.json(entries as never)})
           as e (id uuid, "codeHash" text, "packId" text, "usesMost" int, "startsAt" timestamptz, "endsAt" timestamptz)
        on conflict (code_hash) do update
       set uses_most = excluded.uses_most, starts_at = excluded.starts_at, ends_at = excluded.ends_at
     where (t.uses_most, t.starts_at, t.ends_at) is distinct from (excluded.uses_most, excluded.starts_at, excluded.ends_at)
    returning 1`
  return rows.length
}

export const upsertAirdrops = async (db: Db, airdrops: AirdropEntry[]): Promise<number> => {
  const rows = await db`
    insert into airdrops as t (id, name_ja, name_en, description_ja, description_en, pack_id, packs_each, is_for_all,
                               starts_at, ends_at, position)
    select id, name ->> 'ja', name ->> 'en', description ->> 'ja', description ->> 'en', "packId", "packsEach", "isForAll",
           "startsAt", "endsAt", n
      from rows from (jsonb_to_recordset(${db.json(airdrops as never)})
             as (id text, name jsonb, description jsonb, "packId" text, "packsEach" int, "isForAll" boolean,
                 "startsAt" timestamptz, "endsAt" timestamptz)) with ordinality
             as e (id, name, description, "packId", "packsEach", "isForAll", "startsAt", "endsAt", n)
        on conflict (id) do update set name_ja = excluded.name_ja, name_en = excluded.name_en,
           description_ja = excluded.description_ja, description_en = excluded.description_en, pack_id = excluded.pack_id,
           packs_each = excluded.packs_each, is_for_all = excluded.is_for_all, starts_at = excluded.starts_at,
           ends_at = excluded.ends_at, position = excluded.position
     where (t.name_ja, t.name_en, t.description_ja, t.description_en, t.pack_id, t.packs_each, t.is_for_all, t.starts_at,
            t.ends_at, t.position)
           is distinct from (excluded.name_ja, excluded.name_en, excluded.description_ja, excluded.description_en,
            excluded.pack_id, excluded.packs_each, excluded.is_for_all, excluded.starts_at, excluded.ends_at, excluded.position)
    returning 1`
  return rows.length
}

export const insertReservations = async (db: Db, reservations: ReservationEntry[]): Promise<number> => {
  const rows = await db`
    insert into airdrop_reservations (airdrop_id, who)
    select distinct "airdropId", who from jsonb_to_recordset(${db.json(reservations as never)}) as e ("airdropId" text, who text)
     where not exists (select 1 from airdrop_reservations v where v.airdrop_id = "airdropId" and v.who = airdrop_print("airdropId", e.who))
        on conflict do nothing returning 1`
  return rows.length
}

export const upsertCampaigns = async (db: Db, campaigns: CampaignEntry[]): Promise<number> => {
  const rows = await db`
    insert into point_campaigns as t (id, name_ja, name_en, occasion, amount, percent, valid_days, starts_at, ends_at)
    select id, name ->> 'ja', name ->> 'en', occasion, amount, percent, "validDays", "startsAt", "endsAt"
      from jsonb_to_recordset(${db.json(campaigns as never)})
           as e (id text, name jsonb, occasion text, amount int, percent int, "validDays" int, "startsAt" timestamptz,
                 "endsAt" timestamptz)
        on conflict (id) do update set name_ja = excluded.name_ja, name_en = excluded.name_en, occasion = excluded.occasion,
           amount = excluded.amount, percent = excluded.percent, valid_days = excluded.valid_days,
           starts_at = excluded.starts_at, ends_at = excluded.ends_at
     where (t.name_ja, t.name_en, t.occasion, t.amount, t.percent, t.valid_days, t.starts_at, t.ends_at)
           is distinct from (excluded.name_ja, excluded.name_en, excluded.occasion, excluded.amount, excluded.percent,
            excluded.valid_days, excluded.starts_at, excluded.ends_at)
    returning 1`
  return rows.length
}

export const insertSelectables = (
  db: Db,
  packId: string,
  contents: { itemId: string; copies: number; mostEach: number }[],
) => db`
  insert into pack_selectables (pack_id, item_id, issued, remaining, most_each)
  select ${packId}, "itemId", copies, copies, "mostEach"
    from jsonb_to_recordset(${db.json(contents)}) as e ("itemId" text, copies int, "mostEach" int)`

/** The most of an item that one pack may hold can be changed. Answers how many were. */
export const updateSelectables = async (
  db: Db,
  contents: { packId: string; itemId: string; mostEach: number }[],
): Promise<number> => {
  const rows = await db`
    update pack_selectables t set most_each = e."mostEach"
      from jsonb_to_recordset(${db.json(contents)}) as e ("packId" text, "itemId" text, "mostEach" int)
     where t.pack_id = e."packId" and t.item_id = e."itemId" and t.most_each <> e."mostEach" returning 1`
  return rows.length
}

export const insertPool = (db: Db, packId: string, copies: { itemId: string; serial: number; refId: string }[]) => db`
  insert into pack_pool (pack_id, item_id, serial, ref_id)
  select ${packId}, * from unnest(${copies.map(({ itemId }) => itemId)}::text[],
    ${copies.map(({ serial }) => serial)}::int[], ${copies.map(({ refId }) => refId)}::uuid[])`
