import { AppError } from '@kura/contract/errors'
import type { Selection } from './fill-unit.ts'

type Pairs = { itemId?: string | string[] | undefined; count?: number | number[] | undefined }

/**
 * The pairs of a form: the first itemId goes with the first count. Undefined when nothing was chosen. Fails with INVALID_INPUT when
 * one list is longer than the other.
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

/** Fails with INVALID_INPUT when items were chosen for a pack that is not filled by whoever gets it. */
export function refuseSelection(selection: Selection | undefined): void {
  if (selection !== undefined)
    throw new AppError('INVALID_INPUT', { details: [{ field: 'itemId', fault: 'not_selectable' }] })
}
