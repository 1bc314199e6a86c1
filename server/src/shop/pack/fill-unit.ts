import { AppError, ensure } from '@kura/contract/errors'
import type { FieldFault } from '@kura/contract/errors'
import type { Deps } from '../../deps.ts'
import type { Db } from '../../platform/db/connect.ts'
import type { RawJson } from '../../platform/http/on.ts'
import { rawList } from '../../platform/http/paging.ts'
import * as pool from './selectable-queries.ts'
import { takeOutCards as takeOut, showSelectables } from './selectable-queries.ts'

/** What is chosen for one pack: item and how many of it, each item once. */
export type Selection = readonly { itemId: string; count: number }[]

/**
 * Fills a unit of a selectable pack with its owner's selection, inside the caller's transaction:
 * item counters decide, in the order of their ids, then serials are taken. Fails with
 * PACK_OUT_OF_STOCK when an item is not left, and with INVALID_INPUT naming the fields:
 * `unknown_item`, `over_most`, `repeated_item`, `wrong_sum`.
 */
export async function fillUnit(
  db: Db,
  unit: { packId: string; unitId: string; cardsPerPack: number; selection: Selection },
): Promise<void> {
  const { packId, unitId, selection } = unit
  const rows = await pool.listSelectables(db, packId)
  const faults = faultsOf(selection, { most: new Map(rows.map((row) => [row.itemId, row.mostEach])), ...unit })
  if (faults.length > 0) throw new AppError('INVALID_INPUT', { details: faults })
  const chosen = selection.toSorted((a, b) => (a.itemId < b.itemId ? -1 : 1))
  for (const { itemId, count } of chosen)
    ensure(await pool.takeSelectable(db, packId, itemId, count), 'PACK_OUT_OF_STOCK')
  let place = 1
  for (const { itemId, count } of chosen) {
    const filled = await pool.takeSerials(db, { packId, unitId, itemId, count, place })
    // the counter allowed it: the missing serial is in a transaction that is just returning it
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

/**
 * Returns the contents of a selectable pack's unit to the pool, inside the caller's transaction:
 * the unit can be granted and filled again. The caller has made sure that nothing of it was or will
 * be minted. A dealt unit keeps its cards.
 */
export const emptyUnit = async (db: Db, unitId: string): Promise<void> => void (await takeOut(db, unitId))

/**
 * The choices for a selectable pack, with the remaining copies of each item. Fails with NOT_FOUND
 * for any other pack.
 */
export async function listSelectable(
  { sql }: Pick<Deps, 'sql'>,
  { params }: { params: { packId: string } },
): Promise<RawJson> {
  const [found] = await showSelectables(sql, params.packId)
  ensure(found, 'NOT_FOUND')
  return rawList({ ...found, last: null })
}

type Pairs = { itemId?: string | string[] | undefined; count?: number | number[] | undefined }

/**
 * The pairs of a form: the first itemId goes with the first count. Undefined when nothing was
 * chosen. Fails with INVALID_INPUT when one list is longer than the other.
 */
export function readSelection({ itemId, count }: Pairs): Selection | undefined {
  if (itemId === undefined && count === undefined) return undefined
  const items = [itemId ?? []].flat()
  const counts = [count ?? []].flat()
  if (items.length !== counts.length)
    throw new AppError('INVALID_INPUT', {
      details: [{ field: items.length > counts.length ? 'count' : 'itemId', fault: 'pair_missing' }],
    })
  return items.map((id, at) => ({ itemId: id, count: counts[at] ?? 0 }))
}

/** Fails with INVALID_INPUT when items were chosen for a pack that is not selectable. */
export function refuseSelection(selection: Selection | undefined): void {
  if (selection !== undefined)
    throw new AppError('INVALID_INPUT', { details: [{ field: 'itemId', fault: 'not_selectable' }] })
}
