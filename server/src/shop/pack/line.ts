import { AppError, ensure } from '@kura/contract/errors'
import type { QueueView } from '@kura/contract/shop/pack'
import type { Deps } from '../../deps.ts'
import { ensureStanding } from '../../identity/member/ensure-full-member.ts'
import type { Db } from '../../platform/db/connect.ts'
import { transaction } from '../../platform/db/transaction.ts'
import { limitRate } from '../../platform/http/limit-rate.ts'
import * as queue from './queue-queries.ts'
import * as line from './queue-queries.ts'
import { findLine, isAdmitted } from './queue-queries.ts'
import type { LineRow } from './queue-queries.ts'

/**
 * Joins the line of a pack, once; a repeat returns the place. Before the sale it only registers the
 * member: places are drawn at the start. Fails with INVALID_SESSION, NOT_FOUND, PACK_OUT_OF_STOCK
 * or PACK_SELLING_TERM_AFTER.
 */
export async function joinLine({ sql }: Pick<Deps, 'sql'>, packId: string, memberId: string): Promise<QueueView> {
  await limitRate({ sql }, 'queuePerMember', memberId)
  const line = await queue.findLine(sql, packId, memberId)
  ensure(line, 'NOT_FOUND')
  ensure(!line.isAfter, 'PACK_SELLING_TERM_AFTER')
  if (line.remaining === 0 && line.reserved === 0) throw new AppError('PACK_OUT_OF_STOCK')
  const needsPlace = line.hasQueue && (line.number === null || line.isOver)
  if (needsPlace && line.isBefore) await takeNote({ sql }, packId, memberId)
  else if (needsPlace) await takePlace({ sql }, packId, memberId)
  return showLine({ sql }, packId, memberId)
}

const takeNote = ({ sql }: Pick<Deps, 'sql'>, packId: string, memberId: string): Promise<void> =>
  transaction(sql, async (db) => {
    await ensureStanding(db, memberId)
    await queue.insertEarly(db, packId, memberId)
  })

/** Behind all earlier members, including those whose places are drawn only now. */
const takePlace = ({ sql }: Pick<Deps, 'sql'>, packId: string, memberId: string): Promise<void> =>
  transaction(sql, async (db) => {
    await ensureStanding(db, memberId)
    await queue.lockLine(db, packId)
    if (await queue.hasUndrawn(db, packId)) await queue.drawPlaces(db, packId)
    const now = await queue.findLine(db, packId, memberId)
    // the same member may have joined in another tab, or been drawn
    if (now && (now.number === null || now.isOver)) await queue.insertNext(db, packId, memberId)
  })

/**
 * The member's own place in the line of a pack. Read-only, except that the first read after the
 * start draws the places.
 */
export async function showLine({ sql }: Pick<Deps, 'sql'>, packId: string, memberId: string): Promise<QueueView> {
  let line = await findLine(sql, packId, memberId)
  ensure(line, 'NOT_FOUND')
  if (isUndrawn(line)) {
    await drawLine({ sql }, packId)
    line = (await findLine(sql, packId, memberId)) ?? line
  }
  return presentLine(packId, line)
}

/** On sale, but the early member has no place yet. */
const isUndrawn = ({ number, isBefore, isAfter }: LineRow): boolean =>
  number !== null && number < 0n && !isBefore && !isAfter

/** The contract's view of a line. */
function presentLine(packId: string, line: LineRow): QueueView {
  const view: QueueView = { packId, state: 'none', ahead: null, waitSeconds: null, admittedUntil: null }
  if (!line.hasQueue) return view
  if (line.isAfter || (line.remaining === 0 && line.reserved === 0)) return { ...view, state: 'closed' }
  if (line.number === null || line.isOver) return view
  if (line.number < 0n || line.isBefore) return { ...view, state: 'waiting' }
  // all remaining units are reserved: one may still be released
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

/** Draws the places of all early members, in every line whose pack is on sale. */
export async function drawLines({ sql }: Pick<Deps, 'sql'>): Promise<void> {
  for (const packId of await line.listUndrawnLines(sql)) await drawLine({ sql }, packId)
}

/** The same for one line. Members who join during the draw do not wait for it. */
async function drawLine({ sql }: Pick<Deps, 'sql'>, packId: string): Promise<void> {
  await transaction(sql, async (db) => {
    if (await line.tryLockLine(db, packId)) await line.drawPlaces(db, packId)
  })
}

/**
 * Fails with QUEUE_FIRST unless the pack has no line or has let the member in. Touches no row. A
 * caller that has read that the pack has no `queue_per_second` need not call it.
 */
export async function ensureAdmitted(db: Db, packId: string, memberId: string): Promise<void> {
  ensure(await isAdmitted(db, packId, memberId), 'QUEUE_FIRST')
}
