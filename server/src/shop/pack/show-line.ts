import { ensure } from '@kura/contract/errors'
import type { QueueView } from '@kura/contract/shop/pack'
import type { Deps } from '../../deps.ts'
import { drawLine } from './draw-line.ts'
import { findLine } from './queue-queries.ts'
import type { LineRow } from './queue-queries.ts'

/** The member's own place in the line of a pack. Reads only, but for the one who sees first that the places are to be drawn. */
export async function showLine({ sql }: Pick<Deps, 'sql'>, packId: string, memberId: string): Promise<QueueView> {
  let line = await findLine(sql, packId, memberId)
  ensure(line, 'NOT_FOUND')
  if (isUndrawn(line)) {
    await drawLine({ sql }, packId)
    line = (await findLine(sql, packId, memberId)) ?? line
  }
  return presentLine(packId, line)
}

/** On sale, but the member who came before has no place yet. */
const isUndrawn = ({ number, isBefore, isAfter }: LineRow): boolean =>
  number !== null && number < 0n && !isBefore && !isAfter

/** What the contract says of a line. */
export function presentLine(packId: string, line: LineRow): QueueView {
  const view: QueueView = { packId, state: 'none', ahead: null, waitSeconds: null, admittedUntil: null }
  if (!line.hasQueue) return view
  if (line.isAfter || (line.remaining === 0 && line.reserved === 0)) return { ...view, state: 'closed' }
  if (line.number === null || line.isOver) return view
  if (line.number < 0n || line.isBefore) return { ...view, state: 'waiting' }
  // all that is left is in the hands of others: one of them may give it back
  if (!line.isDue || line.remaining === 0)
    return { ...view, state: 'waiting', ahead: line.ahead, waitSeconds: Math.ceil(line.secondsLeft) }
  return {
    ...view,
    state: 'admitted',
    ahead: 0,
    waitSeconds: 0,
    admittedUntil: line.admittedUntil?.toISOString() ?? null,
  }
}
