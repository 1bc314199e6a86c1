import type { Deps } from '../../deps.ts'
import { transaction } from '../../platform/db/transaction.ts'
import { recordAct } from '../../platform/audit-log-queries.ts'
import { newId } from '../../platform/db/id.ts'
import { announceOpened } from './sale-news.ts'
import * as sales from './draw-queries.ts'
import type { SaleRow } from './draw-queries.ts'

export type SaleAct = 'open' | 'close'
export type SaleOrder = {
  act: SaleAct
  packId: string
  by: string
  reason: string
  isForGood: boolean
  isDryRun: boolean
}

/** The sale cannot be opened or closed as requested. */
export class SaleRefusedError extends Error {
  readonly code = 'SALE_REFUSED'
}

/**
 * `kura pack open|close`: ends the sale of a pack at once, or starts it early or again; reports
 * line by line. Open reservations may finish. The audit records who did it and why. A dry run only
 * reports. Fails with a SaleRefusedError.
 */
export async function actOnSale(
  { sql }: Pick<Deps, 'sql'>,
  { act, packId, by, reason, isForGood, isDryRun }: SaleOrder,
  say: (line: string) => void,
): Promise<void> {
  const done = await transaction(sql, async (db) => {
    const sale = await sales.lockSale(db, packId)
    if (!sale) throw new SaleRefusedError(`there is no pack ${packId}`)
    const obstacle = act === 'open' ? whyNotOpen(sale) : whyNotClose(sale, isForGood)
    if (obstacle !== undefined) throw new SaleRefusedError(obstacle)
    if (isDryRun) return sale
    await (act === 'open' ? sales.open(db, packId) : sales.close(db, packId, isForGood))
    if (act === 'open' && sale.remaining > 0)
      await announceOpened(db, { packId, isAgain: sale.startsAt === null, startKey: newId() })
    const details = { reason, ...(act === 'close' ? { isForGood } : {}) }
    await recordAct(db, { actor: `operator:${by}`, act: `pack.${act}`, subject: packId, details })
    return sale
  })
  say(`${done.packId} ${done.name}: ${done.remaining} left, ${done.reserved} reserved`)
  const effect = act === 'open' ? 'on sale from now' : `off sale${isForGood ? ' for good' : ''}`
  say(isDryRun ? `would be ${effect}; nothing was changed` : `is ${effect}`)
  if (act === 'close' && done.reserved > 0) say(`${done.reserved} reservations under way may still finish`)
}

function whyNotOpen({ isFinished, isForGood, isClosed, startsAt, endsAt, isOver }: SaleRow): string | undefined {
  if (isFinished)
    return 'its proof is published, so everybody knows what is in the packs that are left: sell more as a new pack'
  if (isForGood) return 'it was closed for good, and its proof comes soon'
  if (isOver && !isClosed) return `its term ended at ${endsAt?.toISOString()}: change "until" in the catalogue`
  if (!isClosed && startsAt === null) return 'its sale is open'
  return undefined
}

const whyNotClose = ({ isFinished, isForGood, isClosed, isOver }: SaleRow, wantsForGood: boolean): string | undefined =>
  isFinished || (isOver && !isClosed)
    ? 'its sale is over'
    : isClosed && (isForGood || !wantsForGood)
      ? 'its sale is closed already'
      : undefined
