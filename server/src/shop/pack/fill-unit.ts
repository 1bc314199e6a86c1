import { AppError, ensure } from '@kura/contract/errors'
import type { FieldFault } from '@kura/contract/errors'
import type { Db } from '../../platform/db/connect.ts'
import * as pool from './selectable-queries.ts'

/** What is chosen for one pack: item and how many of it, each item once. */
export type Selection = readonly { itemId: string; count: number }[]

/**
 * Fills a unit of a selectable pack with what its owner chose, inside the caller's transaction: the counters of the items decide,
 * in the order of their ids, then serials are taken. Fails with PACK_OUT_OF_STOCK when an item is not left, and with INVALID_INPUT
 * naming the fields: `unknown_item`, `over_most`, `repeated_item`, `wrong_sum`.
 */
export async function fillUnit(
  db: Db,
  wanted: { packId: string; unitId: string; cardsPerPack: number; selection: Selection },
): Promise<void> {
  const { packId, unitId, selection } = wanted
  const rows = await pool.listSelectables(db, packId)
  const faults = faultsOf(selection, { most: new Map(rows.map((row) => [row.itemId, row.mostEach])), ...wanted })
  if (faults.length > 0) throw new AppError('INVALID_INPUT', { details: faults })
  const chosen = selection.toSorted((a, b) => (a.itemId < b.itemId ? -1 : 1))
  for (const { itemId, count } of chosen)
    ensure(await pool.takeSelectable(db, packId, itemId, count), 'PACK_OUT_OF_STOCK')
  let place = 1
  for (const { itemId, count } of chosen) {
    const filled = await pool.takeSerials(db, { packId, unitId, itemId, count, place })
    // the counter said yes; a serial is held only by somebody who gives it back at this moment
    if (filled !== count) throw new SerialsBusy()
    place += count
  }
}

function faultsOf(
  selection: Selection,
  { most, cardsPerPack }: { most: ReadonlyMap<string, number>; cardsPerPack: number },
): FieldFault[] {
  const seen = new Set<string>()
  const faults: FieldFault[] = []
  for (const [at, { itemId, count }] of selection.entries()) {
    const allowed = most.get(itemId)
    if (seen.has(itemId)) faults.push({ field: `itemId.${at}`, fault: 'repeated_item' })
    else if (allowed === undefined) faults.push({ field: `itemId.${at}`, fault: 'unknown_item' })
    else if (count > allowed) faults.push({ field: `count.${at}`, fault: 'over_most' })
    seen.add(itemId)
  }
  const sum = selection.reduce((total, { count }) => total + count, 0)
  return sum === cardsPerPack ? faults : [...faults, { field: 'count', fault: 'wrong_sum' }]
}

/** The code is the database's for "again", so the transaction runs again. */
class SerialsBusy extends Error {
  readonly code = '40001'
}
