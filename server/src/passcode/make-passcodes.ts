import type { Sql } from '../db/connect.ts'
import { newId } from '../db/id.ts'
import { transaction } from '../db/transaction.ts'
import { recordAct } from '../member/record-act.ts'
import { hashOfPasscode, newPasscode, readPasscode } from './passcode-form.ts'
import { findChannel, insertPasscodes } from './queries.ts'

export type Making = { packId: string; count: number; uses: number; by: string }

/** Why nothing was made. */
export class PasscodesRefused extends Error {
  readonly code = 'PASSCODES_REFUSED'
}

/**
 * Makes passcodes for a pack and answers them, for the only time: the shop keeps their hashes. Fails with PasscodesRefused when the
 * pack is not one that passcodes give. Who made how many is in the audit.
 */
export async function makePasscodes({ sql }: { sql: Sql }, { packId, count, uses, by }: Making): Promise<string[]> {
  const channel = await findChannel(sql, packId)
  if (channel !== 'passcode')
    throw new PasscodesRefused(
      channel === undefined
        ? `there is no pack "${packId}"`
        : `the pack "${packId}" is not given by passcode: ${channel}`,
    )
  const codes = Array.from({ length: count }, newPasscode)
  const rows = codes.map((code) => ({
    id: newId(),
    codeHash: hashOfPasscode(readPasscode(code) ?? '').toString('hex'),
    packId,
    usesMost: uses,
  }))
  await transaction(sql, async (db) => {
    if ((await insertPasscodes(db, rows)) !== count) throw new Error('two of 80 random bits were the same')
    await recordAct(db, { actor: by, act: 'passcode.made', subject: packId, details: { count, uses } })
  })
  return codes
}
