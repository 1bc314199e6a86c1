import { AppError, ensure } from '@kura/contract/errors'
import { placeGranted } from '../../checkout/order/capture.ts'
import { listByCauses } from '../../checkout/order/queries.ts'
import type { Db } from '../../platform/db/connect.ts'
import { newId } from '../../platform/db/id.ts'
import { openAtCapture } from '../opening/open-pack.ts'
import { ensureOfAge } from '../../identity/member/ensure-of-age.ts'
import { fillUnit } from './fill-unit.ts'
import type { Selection } from './fill-unit.ts'
import * as grants from './grant-queries.ts'

type GrantOptions = {
  memberId: string
  packId: string
  /**
   * The cause of each order, granted only once: `airdrop:<id>:<member>:<n>`,
   * `passcode:<id>:<member>`.
   */
  causes: string[]
  /** What fills a selectable pack; only for one order. */
  selection?: Selection | undefined
  unitId?: string | undefined
}

/**
 * Grants one pack to a member inside the caller's transaction: an order of tender `grant`,
 * delivered at once. Returns its id; for a cause granted before, the first id. Fails as
 * `grantPacks`.
 */
export async function grantPack(
  db: Db,
  { cause, ...options }: Omit<GrantOptions, 'causes'> & { cause: string },
): Promise<string> {
  const [orderId] = await grantPacks(db, { ...options, causes: [cause] })
  if (orderId === undefined) throw new Error('nothing was granted')
  return orderId
}

/**
 * Grants one pack per cause, all or none, inside the caller's transaction. Packs whose contents are
 * known open by themselves. Fails with NOT_FOUND, PACK_SELLING_TERM_BEFORE,
 * PACK_SELLING_TERM_AFTER, PACK_LIMIT_REACHED, PACK_OUT_OF_STOCK, INVALID_INPUT when the
 * selection does not fill the pack, and as `ensureOfAge` where a regulated work may be in it.
 */
export async function grantPacks(db: Db, options: GrantOptions): Promise<string[]> {
  const { memberId, packId, causes, selection, unitId } = options
  const known = await listByCauses(db, causes)
  if (known.length > 0) return known
  if (await grants.isRegulated(db, packId)) await ensureOfAge(db, memberId)
  const terms = await grants.holdMany(db, { packId, memberId, count: causes.length })
  if (!terms) throw await whyNot(db, packId)
  ensure(terms.isHeld, 'PACK_LIMIT_REACHED')
  // Before the units, unlike in a sale: there is no payment in between, so a waiting grant waits
  // only one more statement, and each one that passes has a unit. No grant is refused for a unit
  // that another one is still returning.
  ensure(await grants.sellFromStock(db, packId, causes.length), 'PACK_OUT_OF_STOCK')
  const orderIds = causes.map(() => newId())
  const taken = await placeGranted(db, memberId, grants.takeUnits(db, { packId, unitId, orderIds, causes }))
  if (taken.length < causes.length) throw new UnitsBusy()
  if (terms.kind === 'selectable') {
    const [only, ...others] = taken
    if (!only || others.length > 0) throw new Error('selectable packs are given one at a time')
    await fillUnit(db, { packId, unitId: only.heldId, cardsPerPack: terms.cardsPerPack, selection: selection ?? [] })
  }
  if (terms.kind !== 'random') await Promise.all(orderIds.map((orderId) => openAtCapture(db, orderId)))
  return orderIds
}

async function whyNot(db: Db, packId: string): Promise<AppError> {
  const term = await grants.findTerm(db, packId)
  if (!term) return new AppError('NOT_FOUND')
  if (term.isAfter) return new AppError('PACK_SELLING_TERM_AFTER')
  // its proof is published: nothing remains
  return new AppError(term.isBefore ? 'PACK_SELLING_TERM_BEFORE' : 'PACK_OUT_OF_STOCK')
}

/**
 * A buyer who may still release it holds the unit. The code is the database's for "again", so the
 * transaction runs again.
 */
class UnitsBusy extends Error {
  readonly code = '40001'
}
