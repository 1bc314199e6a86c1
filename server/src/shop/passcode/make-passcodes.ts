import type { Deps } from '../../deps.ts'
import { newId } from '../../platform/db/id.ts'
import { transaction } from '../../platform/db/transaction.ts'
import { recordAct } from '../../platform/audit-log-queries.ts'
import { hashOfPasscode, newPasscode, readPasscode } from './passcode-form.ts'
import { findChannel, insertPasscodes } from './queries.ts'

export type Making = { packId: string; count: number; uses: number; by: string; reason: string; isDryRun: boolean }

/** Why nothing was made. */
export class PasscodesRefused extends Error {
  readonly code = 'PASSCODES_REFUSED'
}

const most = { count: 10_000, uses: 1_000_000 }

/**
 * `kura passcode make`: makes passcodes for a pack and returns them, only once: the shop stores
 * their hashes. The audit records who made how many and why. A dry run makes none. Fails with
 * PasscodesRefused when the pack is not one that passcodes give.
 */
export async function makePasscodes(
  { sql }: Pick<Deps, 'sql'>,
  { packId, count, uses, by, reason, isDryRun }: Making,
): Promise<string[]> {
  ensureWhole('the count', count, most.count)
  ensureWhole('the uses', uses, most.uses)
  const channel = await findChannel(sql, packId)
  if (channel !== 'passcode')
    throw new PasscodesRefused(
      channel === undefined
        ? `there is no pack "${packId}"`
        : `the pack "${packId}" is not given by passcode: ${channel}`,
    )
  if (isDryRun) return []
  const codes = Array.from({ length: count }, newPasscode)
  const rows = codes.map((code) => ({
    id: newId(),
    codeHash: hashOfPasscode(readPasscode(code) ?? '').toString('hex'),
    packId,
    usesMost: uses,
  }))
  await transaction(sql, async (db) => {
    if ((await insertPasscodes(db, rows)) !== count) throw new Error('two of 80 random bits were the same')
    const details = { count, uses, reason }
    await recordAct(db, { actor: `operator:${by}`, act: 'passcode.made', subject: packId, details })
  })
  return codes
}

function ensureWhole(name: string, value: number, largest: number): void {
  if (!Number.isInteger(value) || value < 1 || value > largest)
    throw new PasscodesRefused(`${name} must be a whole number from 1 to ${largest}`)
}
