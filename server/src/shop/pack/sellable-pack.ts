import type { TransactionResult } from '@kura/cadence/access-node'
import { decodeEvent } from '@kura/cadence/json-cdc'
import { ensure } from '@kura/contract/errors'
import { TryAgain } from '../../checkout/order/sellable.ts'
import type { Buyer, Held, Sellable, Subject } from '../../checkout/order/sellable.ts'
import type { Deps } from '../../deps.ts'
import type { Db } from '../../platform/db/connect.ts'
import type { ChainConfig } from '../../platform/flow/chain-config.ts'
import { ensureOfAge } from '../../identity/member/ensure-of-age.ts'
import { limitRates, sourceOf } from '../../platform/http/limit-rate.ts'
import { openAtCapture, startSoon } from '../opening/open-pack.ts'
import { hasOpening } from '../opening/queries.ts'
import { emptyUnit } from './fill-unit.ts'
import { ensureAdmitted } from './line.ts'
import { packOrderSql } from './order-queries.ts'
import * as stock from './stock-queries.ts'

/**
 * One unit of a pack, as checkout sells it. Fails with NOT_FOUND, PACK_SELLING_TERM_BEFORE,
 * PACK_SELLING_TERM_AFTER, QUEUE_FIRST, TOO_MANY_REQUESTS, PACK_LIMIT_REACHED, PACK_OUT_OF_STOCK, or as
 * `ensureOfAge` where a regulated work may be in it.
 */
export const unitOf = (packId: string): Subject => ({
  kind: 'pack',
  key: packId,
  tries: { most: 40, restMs: 10, thenFails: 'SERVICE_UNAVAILABLE' },
  prepare: async (deps, buyer, { isFirst }) => {
    await ensureOnSale(deps, packId, buyer)
    if (isFirst) await limitBuying(deps, packId, buyer)
    return (db, standing) => hold(db, { packId, memberId: buyer.memberId, standing })
  },
})

/**
 * Refuses with the exact reason, before any transaction: late buyers of a sold-out pack lock no
 * row. The transaction decides for good.
 */
async function ensureOnSale({ sql }: Pick<Deps, 'sql'>, packId: string, { memberId, isAdult }: Buyer): Promise<void> {
  const terms = await stock.findTerms(sql, packId)
  ensure(terms, 'NOT_FOUND')
  ensure(!terms.isBefore, 'PACK_SELLING_TERM_BEFORE')
  ensure(!terms.isAfter, 'PACK_SELLING_TERM_AFTER')
  ensure(terms.remaining > 0, 'PACK_OUT_OF_STOCK')
  if (terms.isRegulated && !isAdult) await ensureOfAge(sql, memberId)
  if (terms.hasQueue) await ensureAdmitted(sql, packId, memberId)
}

async function limitBuying(deps: Pick<Deps, 'sql'>, packId: string, { memberId, ip }: Buyer): Promise<void> {
  if (ip === undefined) return
  await limitRates(deps, [
    ['reservePerMember', memberId],
    ['reservePerSourceAndPack', `${sourceOf(ip)} ${packId}`],
  ])
}

type Holding = { packId: string; memberId: string; standing: Promise<void> }

async function hold(db: Db, { packId, memberId, standing }: Holding): Promise<Held> {
  const [, held, unitId] = await Promise.all([
    standing,
    stock.holdOne(db, packId, memberId),
    stock.pickUnit(db, packId),
  ])
  // the term ended since it was checked
  if (!held) throw new TryAgain()
  ensure(held.isHeld, 'PACK_LIMIT_REACHED')
  if (unitId === undefined) {
    // all free units are locked by other buyers: only the counter may say that the pack is sold out
    ensure(await stock.takeFromStock(db, packId), 'PACK_OUT_OF_STOCK')
    // one remains, but a buyer who may still release it holds it
    throw new TryAgain()
  }
  const { priceYen, name } = held
  return {
    priceYen,
    name,
    row: stock.rowOf(db, packId, unitId),
    keep: (orderId) => keep(db, { packId, unitId, orderId }),
  }
}

async function keep(db: Db, { packId, unitId, orderId }: Record<'packId' | 'unitId' | 'orderId', string>) {
  const [, isTaken] = await Promise.all([
    stock.reserveUnit(db, unitId, orderId),
    // last: the one row that all buyers of the pack contend for
    stock.takeFromStock(db, packId),
  ])
  ensure(isTaken, 'PACK_OUT_OF_STOCK')
}

/**
 * Packs as checkout sells them: delivered when they are paid, opened at once when their contents
 * are known.
 */
export const packs: Sellable = {
  kind: 'pack',
  columns: { subject: 'pack_id', held: 'unit_id' },
  isTrade: false,
  isDeliveredAtOnce: true,
  refundableFrom: ['delivered'],
  deliver: async (db, order) => {
    const unitId = unitIn(order)
    if (!(await stock.sellUnit(db, unitId, order.id))) throw notHeld(unitId, order.id)
    const openingId = await openAtCapture(db, order.id)
    await stock.countSold(db, order.subjectId)
    return openingId
  },
  followUp: (deps, { startedId }) => {
    if (startedId !== undefined) startSoon(deps, startedId)
  },
  release: (db, order) => returnUnit(db, order, 'reserved'),
  refund: (db, order) => returnUnit(db, order, 'sold'),
  findObstacle: async (db, orderId) => ((await hasOpening(db, orderId)) ? 'its pack was opened' : undefined),
  isAbout: async ({ sql, chain }, result, orderId) => {
    const refIds = new Set(await stock.listRefIds(sql, orderId))
    return mintedRefIds(chain, result).some((refId) => refIds.has(refId))
  },
  sql: packOrderSql,
}

type OrderOfUnit = { id: string; memberId: string; subjectId: string; heldId: string | null }

/** Puts an order's unit back on sale, the hot counter last. */
async function returnUnit(db: Db, order: OrderOfUnit, from: 'reserved' | 'sold'): Promise<void> {
  const unitId = unitIn(order)
  if (!(await stock.freeUnit(db, unitId, order.id))) throw notHeld(unitId, order.id)
  if (from === 'sold') await emptyUnit(db, unitId)
  await stock.dropHold(db, order.subjectId, order.memberId)
  await stock.returnToStock(db, order.subjectId, from)
}

function unitIn({ id, heldId }: OrderOfUnit): string {
  if (heldId === null) throw new Error(`order ${id} holds no unit`)
  return heldId
}

const notHeld = (unitId: string, orderId: string) => new Error(`unit ${unitId} is not held by order ${orderId}`)

/** The references of what a transaction minted by our contract. */
function mintedRefIds(chain: ChainConfig, { events }: TransactionResult): string[] {
  const type = `A.${chain.contractAddress.replace(/^0x/, '')}.Collectible.Minted`
  return events
    .filter((event) => event.type === type)
    .map(({ payload }) => decodeEvent(payload)['refId'])
    .filter((refId) => typeof refId === 'string')
}
