import type { Db } from '../../platform/db/connect.ts'
import { newId } from '../../platform/db/id.ts'

export type PasscodeImport = {
  /**
   * SHA-256 of its one spelling, hex; empty when the code is none. The code itself is kept nowhere.
   */
  codeHash: string
  packId: string
  usesMost: number
  startsAt: Date | undefined
  endsAt: Date | undefined
}

export type KnownPasscode = { codeHash: string; packId: string; uses: number }

export const listKnownPasscodes = (db: Db, hashes: string[]) => db<KnownPasscode[]>`
  select encode(code_hash, 'hex') as "codeHash", pack_id as "packId", uses from passcodes
   where encode(code_hash, 'hex') = any(${hashes})`

/** New passcodes, and other uses or terms of those that are there. Returns how many changed. */
export const upsertPasscodes = async (db: Db, passcodes: PasscodeImport[]): Promise<number> => {
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
