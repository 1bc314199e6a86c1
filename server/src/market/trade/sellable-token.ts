import { parseSaleEvent } from '@kura/cadence/sale-event'
import { AppError, ensure } from '@kura/contract/errors'
import { limits } from '@kura/contract/limits'
import type { Deps } from '../../deps.ts'
import type { Db } from '../../platform/db/connect.ts'
import { ensureOfAge } from '../../identity/member/ensure-of-age.ts'
import { limitRates, sourceOf } from '../../platform/http/limit-rate.ts'
import { TryAgain } from '../../checkout/order/sellable.ts'
import type { Buyer, Held, ReserveOptions, Sellable, Subject } from '../../checkout/order/sellable.ts'
import { tenderOf, usedPointOf } from '../../checkout/order/tender.ts'
import { ensureDeliverable, findBuyable, holdListing, releaseListing } from '../listing/buy-listing.ts'
import type { Buyable } from '../listing/buy-listing.ts'
import * as buyers from './queries.ts'
import { tokenOrderSql } from './queries.ts'
import { deliverSoon } from './settle-trade.ts'
import { paymentRefOf, startTrade } from './start-trade.ts'
import { writeTradeLetter } from './trade-letters.ts'
import { undoTrade } from './trade-proceeds.ts'

type ListedToken = {
  refId: string
  /** The content access fee that the buyer was shown, if the request says it. */
  seenFeeYen?: number | undefined
}

/**
 * The listed token of a reference, as checkout sells it: the chain is asked whether it would
 * deliver before it is held. Fails with NOT_FOUND, FORBIDDEN, LISTING_STATE, SALES_PAUSED,
 * WALLET_REQUIRED, RECIPIENT_NOT_READY, WALLET_CHANGING, TOO_MANY_REQUESTS, TRADE_PRICE_CHANGED or
 * SERVICE_UNAVAILABLE.
 */
export const listedToken = ({ refId, seenFeeYen }: ListedToken): Subject => ({
  kind: 'token',
  key: `token:${refId}`,
  tries: { most: 3, restMs: 0, thenFails: 'LISTING_STATE' },
  prepare: async (deps, buyer, { isFirst, ...options }) => {
    const { memberId } = buyer
    const buyable = await findBuyable(deps, refId, memberId)
    const { priceYen } = buyable
    if (buyable.isRegulated && !buyer.isAdult) await ensureOfAge(deps.sql, memberId)
    const isAsSeen =
      // a buyer who does not confirm the price may have seen a lower one
      (options.seenYen === undefined ? !buyable.wasCheaper : options.seenYen === priceYen) &&
      (seenFeeYen === undefined || seenFeeYen === buyable.contentAccessYen)
    ensure(isAsSeen, 'TRADE_PRICE_CHANGED')
    // refuses points that do not fit before the chain is asked
    tenderOf({ by: options.by, usedPoint: usedPointOf(options, priceYen) }, priceYen)
    ensure(!(await buyers.isWalletChanging(deps.sql, memberId)), 'WALLET_CHANGING')
    if (isFirst) await limitBuying(deps, buyer, buyable)
    await ensureDeliverable(deps, buyable, buyer.flowAddress)
    return (db, standing) => hold(db, { ...buyable, memberId, by: options.by, standing })
  },
})

async function limitBuying({ sql }: Pick<Deps, 'sql'>, { memberId, ip }: Buyer, { listingId }: Buyable): Promise<void> {
  const isPlaying = (await buyers.countInVain(sql, listingId, memberId)) >= limits.listingUnpaidMost
  // not the rate limit: waiting a moment does not help
  if (isPlaying) throw new AppError('TOO_MANY_REQUESTS', { details: [{ field: 'refId', fault: 'played' }] })
  if (ip === undefined) return
  await limitRates({ sql }, [
    ['reservePerMember', memberId],
    ['buyTokenPerSource', sourceOf(ip)],
  ])
}

/** One member's orders are serialised here, so that concurrent ones cannot exceed the limit. */
async function limitReserved(db: Db, memberId: string): Promise<void> {
  await buyers.queueReserving(db, memberId)
  const isAtMost = (await buyers.countReservedListings(db, memberId)) >= limits.listingsReservedMost
  if (isAtMost) throw new AppError('TOO_MANY_REQUESTS', { details: [{ field: 'refId', fault: 'reserved_most' }] })
}

type Holding = Buyable & Pick<ReserveOptions, 'by'> & { memberId: string; standing: Promise<void> }

async function hold(db: Db, { listingId, priceYen, name, memberId, by, standing }: Holding): Promise<Held> {
  await standing
  // an order paid at once holds nothing back from others
  if (by !== 'point') await limitReserved(db, memberId)
  // then the contended row: a buyer who loses has nothing to release
  if (!(await holdListing(db, listingId, memberId))) throw new TryAgain()
  return { priceYen, name, ...buyers.rowOf(db, listingId) }
}

/**
 * Listed tokens as checkout sells them: a trade delivers them on chain, and ends or undoes the
 * sale.
 */
export const listedTokens: Sellable = {
  kind: 'token',
  columns: { subject: 'listing_id' },
  isTrade: true,
  isDeliveredAtOnce: false,
  refundableFrom: ['captured', 'delivered'],
  deliver: async (db, { id: orderId }) => {
    await startTrade(db, { orderId })
    return undefined
  },
  followUp: (deps, { orderId, isPaid }) => {
    if (isPaid) deliverSoon(deps, orderId)
  },
  release: async (db, { subjectId: listingId }) => {
    await releaseListing(db, listingId)
  },
  undo: async (db, orderId) => {
    const undone = await undoTrade(db, { orderId })
    if (!undone) return undefined
    const { missingYen } = undone
    const line = `the token stays with the buyer; the seller lacks ${missingYen} yen of its proceeds, which the next ones pay`
    return { details: { missingYen }, line }
  },
  isAbout: async ({ sql, chain }, { events }, orderId) => {
    const listingId = await buyers.findListingId(sql, orderId)
    return events.some((event) => {
      const sale = parseSaleEvent(chain.contractAddress, event)
      return sale?.kind === 'fulfilled' && sale.orderId === listingId && sale.paymentRef === paymentRefOf(orderId)
    })
  },
  writeLetter: writeTradeLetter,
  sql: tokenOrderSql,
}
