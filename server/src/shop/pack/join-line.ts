import { AppError, ensure } from '@kura/contract/errors'
import type { QueueView } from '@kura/contract/shop/pack'
import type { Deps } from '../../deps.ts'
import { transaction } from '../../platform/db/transaction.ts'
import { limitRate } from '../../platform/http/limit-rate.ts'
import { ensureStanding } from '../../identity/member/ensure-full-member.ts'
import * as queue from './queue-queries.ts'
import { showLine } from './show-line.ts'

/**
 * Joins the line of a pack, once; repeating it answers the place. Before the sale it only takes note: all who came until then are drawn
 * at its start. Fails with INVALID_SESSION, NOT_FOUND, PACK_OUT_OF_STOCK or PACK_SELLING_TERM_AFTER.
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

/** Behind everyone who came before, also behind those whose places are only drawn now. */
const takePlace = ({ sql }: Pick<Deps, 'sql'>, packId: string, memberId: string): Promise<void> =>
  transaction(sql, async (db) => {
    await ensureStanding(db, memberId)
    await queue.lockLine(db, packId)
    if (await queue.hasUndrawn(db, packId)) await queue.drawPlaces(db, packId)
    const now = await queue.findLine(db, packId, memberId)
    // the same member may have joined in another tab, or been drawn
    if (now && (now.number === null || now.isOver)) await queue.insertNext(db, packId, memberId)
  })
