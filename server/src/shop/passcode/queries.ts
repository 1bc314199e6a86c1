import { isAfter, isBefore } from '../../catalogue/item/card-queries.ts'
import type { Db } from '../../platform/db/connect.ts'
import { packViewFields } from '../pack/card-queries.ts'

export type PasscodeRow = {
  id: string
  packId: string
  kind: 'single' | 'random' | 'selectable'
  /** By this member. */
  isUsed: boolean
  isBefore: boolean
  isAfter: boolean
  isLeft: boolean
  /** The contract's PackView as JSON. */
  pack: string
}

/** The pack of a passcode, and whether this member can get it now. */
export const findPasscode = async (db: Db, codeHash: Buffer, memberId: string): Promise<PasscodeRow | undefined> => {
  const [row] = await db<PasscodeRow[]>`
    select c.id, c.pack_id as "packId", p.kind,
           exists (select 1 from passcode_uses u where u.passcode_id = c.id and u.member_id = ${memberId}) as "isUsed",
           coalesce(c.starts_at > (select kura_now()), false) or ${isBefore(db)} as "isBefore",
           coalesce(c.ends_at <= (select kura_now()), false) or ${isAfter(db)} as "isAfter",
           c.uses < c.uses_most and s.remaining > 0 as "isLeft",
           json_build_object(${packViewFields(db)})::text as pack
      from passcodes c join packs p on p.id = c.pack_id join pack_stocks s on s.pack_id = p.id
      join series r on r.id = p.series_id join media m on m.id = p.picture
     where c.code_hash = ${codeHash}`
  return row
}

/**
 * Records the member's use of the passcode; false when it is recorded. A concurrent try waits for
 * the first.
 */
export const insertUse = async (db: Db, passcodeId: string, memberId: string): Promise<boolean> => {
  const rows = await db`
    insert into passcode_uses (passcode_id, member_id) values (${passcodeId}, ${memberId}) on conflict do nothing returning 1`
  return rows.length > 0
}

/** The counter decides: false when no use remains, or after its term. */
export const takeUse = async (db: Db, passcodeId: string): Promise<boolean> => {
  const rows = await db`
    update passcodes set uses = uses + 1
     where id = ${passcodeId} and uses < uses_most
       and coalesce(starts_at <= kura_now(), true) and coalesce(ends_at > kura_now(), true) returning 1`
  return rows.length > 0
}

/** Whether the pack is one that passcodes give. Undefined when there is none. */
export const findChannel = async (db: Db, packId: string): Promise<string | undefined> => {
  const [row] = await db<{ channel: string }[]>`select channel from packs where id = ${packId}`
  return row?.channel
}

export type NewPasscode = { id: string; codeHash: string; packId: string; usesMost: number }
/** Adds passcodes; `codeHash` in hex. Returns how many were new. */
export const insertPasscodes = async (
  db: Db,
  codes: (NewPasscode & { startsAt?: Date | undefined; endsAt?: Date | undefined })[],
): Promise<number> => {
  const rows = await db`
    insert into passcodes (id, code_hash, pack_id, uses_most, starts_at, ends_at)
    select id, decode("codeHash", 'hex'), "packId", "usesMost", "startsAt", "endsAt"
      from jsonb_to_recordset(${db.json(codes as never)})
           as e (id uuid, "codeHash" text, "packId" text, "usesMost" int, "startsAt" timestamptz, "endsAt" timestamptz)
        on conflict (code_hash) do nothing returning 1`
  return rows.length
}
