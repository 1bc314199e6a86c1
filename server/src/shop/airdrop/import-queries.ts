import type { Words } from '@kura/contract/ids'
import type { Db } from '../../platform/db/connect.ts'

export type AirdropImport = {
  id: string
  name: Words
  description: Words
  packId: string
  packsEach: number
  isForAll: boolean
  startsAt: Date | undefined
  endsAt: Date | undefined
}
/** `who` is an e-mail address, a Flow address or a member's id, in small letters. */
export type ReservationImport = { airdropId: string; who: string }

export type KnownAirdrop = { id: string; packId: string; packsEach: number; claims: number }

export const listKnownAirdrops = (db: Db, ids: string[]) => db<KnownAirdrop[]>`
  select id, pack_id as "packId", packs_each as "packsEach",
         (select count(*)::int from airdrop_claims c where c.airdrop_id = a.id) as claims
    from airdrops a where id = any(${ids})`

export const upsertAirdrops = async (db: Db, airdrops: AirdropImport[]): Promise<number> => {
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

export const insertReservations = async (db: Db, reservations: ReservationImport[]): Promise<number> => {
  const rows = await db`
    insert into airdrop_reservations (airdrop_id, who)
    select distinct "airdropId", who from jsonb_to_recordset(${db.json(reservations as never)}) as e ("airdropId" text, who text)
     where not exists (select 1 from airdrop_reservations v where v.airdrop_id = "airdropId" and v.who = airdrop_print("airdropId", e.who))
        on conflict do nothing returning 1`
  return rows.length
}
