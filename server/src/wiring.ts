import { noteShortfall } from './audit/reconcile/item-queries.ts'
import { forgetChainRuns } from './audit/reconcile/run-queries.ts'
import { forgetRegistrations, listWaitingItems } from './catalogue/registration/queries.ts'
import { registerNew } from './catalogue/registration/register-items.ts'
import { blocksIndexed, catalogueOnChain, chainForgotten, indexRebuilt } from './chain/chain-events.ts'
import { captureOrder, continueOrder } from './checkout/order/capture.ts'
import * as orders from './checkout/order/queries.ts'
import { finishRefund } from './checkout/order/refund.ts'
import { quarantineOrder, releaseOrder } from './checkout/order/release.ts'
import { subjectKey } from './checkout/order/sellable-queries.ts'
import { sellables } from './checkout/order/sellable.ts'
import { discoveryAudiences } from './discovery/notification-audiences.ts'
import { discoveryParts } from './discovery/parts-queries.ts'
import { deleteShowcaseOf } from './discovery/collection/queries.ts'
import { deleteFavoritesOf } from './discovery/favorite/queries.ts'
import { deleteFollowsOf } from './discovery/follow/queries.ts'
import { libraryParts } from './library/parts-queries.ts'
import { deletePlacesOf } from './library/content/queries.ts'
import { deleteReservationsOf } from './library/video/queries.ts'
import { checkoutParts } from './checkout/parts-queries.ts'
import { exportParts } from './identity/export/export.ts'
import { identityParts } from './identity/member/parts-queries.ts'
import { forgetExports } from './identity/export/queries.ts'
import { marketParts } from './market/parts-queries.ts'
import { moneyParts } from './money/parts-queries.ts'
import { operationsParts } from './operations/parts-queries.ts'
import { mailParts } from './platform/mail/parts-queries.ts'
import { shopParts } from './shop/parts-queries.ts'
import {
  emailProven,
  firstWalletLinked,
  leaveChecked,
  memberAssets,
  memberBanned,
  memberShown,
  memberDeleted,
} from './identity/member/member-events.ts'
import { listMembers } from './identity/notification/fan-out-queries.ts'
import { notificationParts } from './identity/notification/parts-queries.ts'
import { audiences } from './identity/notification/notify.ts'
import { forgetNotifications } from './identity/notification/queries.ts'
import { endConnectionsOf } from './identity/service/connections.ts'
import { recoveryRequested, vaultUse, walletMoved } from './identity/wallet/wallet-events.ts'
import { withdrawGifts } from './market/gift/cancel-gift.ts'
import { holdClaims, moveClaims } from './market/gift/claim-gift.ts'
import * as gifts from './market/gift/queries.ts'
import { withdrawListings, withdrawMeantFor } from './market/listing/cancel-listing.ts'
import { forgetSeller } from './market/listing/seller-queries.ts'
import { saleOrderUses } from './market/sale-order-uses.ts'
import { followSaleOrders, forgetSaleOrders, restoreSaleOrders } from './market/sale-order/follow-sale-orders.ts'
import { forgetTrades, holdTrades, moveTrades } from './market/trade/start-trade.ts'
import { listedTokens } from './market/trade/sellable-token.ts'
import * as trades from './market/trade/queries.ts'
import { followTransfers, forgetTransfers, restoreTransfers } from './market/transfer/follow-transfers.ts'
import { forgetWordsOf as forgetTransferWords } from './market/transfer/queries.ts'
import { forgetCards } from './money/card/cards.ts'
import { payable } from './money/payment/payable.ts'
import { forgetCardNames } from './money/payment/queries.ts'
import * as payouts from './money/payout/leave-queries.ts'
import { closePoints, countPoints } from './money/point/expire-lots.ts'
import { grantFor } from './money/point/grant-points.ts'
import { grantsChecked } from './money/point/withdraw-grants.ts'
import { forgetMember, indexMember } from './discovery/search/index-queries.ts'
import { forgetEnquiries } from './operations/enquiry/queries.ts'
import { forgetKeysOf } from './platform/http/queries.ts'
import { forgetMailsTo } from './platform/mail/queries.ts'
import { forgetReserved } from './shop/airdrop/queries.ts'
import * as openings from './shop/opening/queries.ts'
import { forgetAnnouncements } from './shop/pack/draw-queries.ts'
import { forgetReminders, listReminded } from './shop/pack/reminder-queries.ts'
import { packs } from './shop/pack/sellable-pack.ts'

/**
 * When this happens, these follow, in this order and in the transaction of the fact. A module
 * imports only modules below it; what goes the other way is joined here and nowhere else. Calling
 * it again changes nothing.
 */
export function wireModules(): void {
  wireMembers()
  wireLeaving()

  // chain
  blocksIndexed.handledBy(
    (db, { orderHashes }) => followSaleOrders(db, saleOrderUses, orderHashes),
    (db, { tokenIds }) => followTransfers(db, tokenIds),
  )
  indexRebuilt.handledBy((db) => restoreSaleOrders(db, saleOrderUses), restoreTransfers)
  chainForgotten.handledBy(
    (db) => nothing(forgetRegistrations(db)),
    (db) => nothing(forgetChainRuns(db)),
    (db) => nothing(forgetAnnouncements(db)),
    (db) => nothing(forgetSaleOrders(db, saleOrderUses)),
    (db) => nothing(forgetTransfers(db)),
    (db) => nothing(forgetTrades(db)),
    async (db) => ({ reopened: await openings.reopenAll(db) }),
  )

  catalogueOnChain.implementedBy({ registerNew, listWaitingItems })

  // money
  grantsChecked.handledBy(noteShortfall)
  payable.implementedBy({ captureOrder, releaseOrder, continueOrder, quarantineOrder, finishRefund, subjectKey })

  // checkout sells packs and listed tokens
  sellables.implementedBy(packs, listedTokens)
}

/** Identity, but for leaving. */
function wireMembers(): void {
  emailProven.handledBy((db, { memberId }) => grantFor(db, { occasion: 'sign-up', memberId, cause: memberId }))
  firstWalletLinked.handledBy((db, { memberId }) =>
    grantFor(db, { occasion: 'wallet-link', memberId, cause: memberId }),
  )
  memberBanned.handledBy(
    async (db, { memberId }) => ({ listings: await withdrawListings(db, memberId, 'ban') }),
    async (db, { memberId }) => ({ gifts: await withdrawGifts(db, memberId) }),
    (db, { memberId }) => nothing(indexMember(db, memberId)),
  )
  memberShown.handledBy((db, { memberId }) => nothing(indexMember(db, memberId)))
  memberAssets.implementedBy({ countPoints })
  // profile first, then what the member did, then what was sent to them
  exportParts.implementedBy([
    ...identityParts,
    ...notificationParts,
    ...checkoutParts,
    ...shopParts,
    ...marketParts,
    ...discoveryParts,
    ...libraryParts,
    ...moneyParts,
    ...operationsParts,
    ...mailParts,
  ])
  audiences.implementedBy({ everybody: listMembers, 'pack-reminders': listReminded, ...discoveryAudiences })
  vaultUse.implementedBy({ isMinting: openings.isMinting })
  recoveryRequested.handledBy(
    (db, { memberId }) => holdTrades(db, memberId),
    (db, { memberId }) => holdClaims(db, memberId),
  )
  walletMoved.handledBy(
    async (db, { memberId, newAddress }) => ({ openings: await openings.moveOpenings(db, memberId, newAddress) }),
    async (db, { memberId }) => ({ trades: await moveTrades(db, memberId) }),
    async (db, { memberId }) => ({ claims: await moveClaims(db, memberId) }),
    // the holder of the old wallet may have listed
    async (db, { memberId }) => ({ listings: await withdrawListings(db, memberId, 'wallet') }),
    async (db, { memberId, newAddress }) => ({ listingsFor: await withdrawMeantFor(db, memberId, newAddress) }),
    async (db, { memberId }) => ({ gifts: await withdrawGifts(db, memberId) }),
  )
}

/** What blocks the deletion of an account, and what goes with it. */
function wireLeaving(): void {
  // as things move: what leaves one of these is found by a later one
  leaveChecked.handledBy(
    (db, { memberId }) => orders.findLeaveObstacles(db, memberId),
    (db, { memberId }) => openings.findLeaveObstacles(db, memberId),
    (db, { memberId }) => trades.findLeaveObstacles(db, memberId),
    (db, { memberId }) => gifts.findLeaveObstacles(db, memberId),
    (db, { memberId }) => payouts.findLeaveObstacles(db, memberId),
  )
  memberDeleted.handledBy(
    // what no wallet has signed yet is given up
    (db, { id }) => nothing(withdrawListings(db, id, 'seller')),
    (db, { id }) => nothing(withdrawGifts(db, id)),
    (db, { id }) => nothing(forgetTransferWords(db, id)),
    (db, member) => nothing(gifts.forgetWordsOf(db, member)),
    (db, member) => nothing(forgetReserved(db, member)),
    (db, { id }) => nothing(endConnectionsOf(db, id)),
    (db, { id }) => nothing(forgetKeysOf(db, id)),
    (db, { id }) => nothing(forgetNotifications(db, id)),
    (db, { id }) => nothing(forgetReminders(db, id)),
    (db, { id }) => nothing(forgetExports(db, id)),
    (db, { id }) => nothing(forgetSeller(db, id)),
    (db, { id }) => nothing(forgetCardNames(db, id)),
    (db, { id }) => nothing(forgetCards(db, id)),
    (db, { id }) => nothing(payouts.forgetAccounts(db, id)),
    (db, { id }) => nothing(deleteFollowsOf(db, id)),
    (db, { id }) => nothing(deleteFavoritesOf(db, id)),
    (db, { id }) => nothing(deleteShowcaseOf(db, id)),
    (db, { id }) => nothing(deletePlacesOf(db, id)),
    (db, { id }) => nothing(deleteReservationsOf(db, id)),
    (db, { id }) => nothing(forgetMember(db, id)),
    (db, member) => nothing(forgetEnquiries(db, member)),
    (db, { email }) => nothing(email === null ? undefined : forgetMailsTo(db, email)),
    // last: the accounts of the house are shared
    async (db, { id }) => ({ lapsedPoints: await closePoints(db, id) }),
  )
}

/** For handlers that have nothing to count. */
const nothing = async (work: PromiseLike<unknown> | undefined): Promise<Record<string, never>> => {
  await work
  return {}
}
