import { noteShortfall } from './audit/reconcile/item-queries.ts'
import { forgetChainRuns } from './audit/reconcile/run-queries.ts'
import { forgetRegistrations, listWaitingItems } from './catalogue/registration/queries.ts'
import { registerNew } from './catalogue/registration/register-items.ts'
import { blocksIndexed, catalogueOnChain, chainForgotten, indexRebuilt } from './chain/chain-events.ts'
import { captureOrder, continueOrder } from './checkout/order/capture.ts'
import { finishRefund } from './checkout/order/refund.ts'
import { quarantineOrder, releaseOrder } from './checkout/order/release.ts'
import { subjectKey } from './checkout/order/sellable-queries.ts'
import { sellables } from './checkout/order/sellable.ts'
import {
  emailProven,
  firstWalletLinked,
  memberAssets,
  memberBanned,
  memberDeleted,
} from './identity/member/member-events.ts'
import { recoveryRequested, vaultUse, walletMoved } from './identity/wallet/wallet-events.ts'
import { withdrawGifts } from './market/gift/cancel-gift.ts'
import { holdClaims, moveClaims } from './market/gift/deliver-claims.ts'
import { forgetWordsOf as forgetGiftWords } from './market/gift/queries.ts'
import { withdrawListings, withdrawMeantFor } from './market/listing/cancel-listing.ts'
import { forgetSeller } from './market/listing/seller-queries.ts'
import { saleOrderUses } from './market/sale-order-uses.ts'
import { followSaleOrders, forgetSaleOrders, restoreSaleOrders } from './market/sale-order/follow-sale-orders.ts'
import { forgetTrades, holdTrades, moveTrades } from './market/trade/start-trade.ts'
import { listedTokens } from './market/trade/sellable-token.ts'
import { followTransfers, forgetTransfers, restoreTransfers } from './market/transfer/follow-transfers.ts'
import { forgetWordsOf as forgetTransferWords } from './market/transfer/queries.ts'
import { forgetCards } from './money/card/cards.ts'
import { payable } from './money/payment/payable.ts'
import { forgetCardNames } from './money/payment/queries.ts'
import { forgetAccounts } from './money/payout/queries.ts'
import { closePoints, countPoints } from './money/point/expire-lots.ts'
import { grantFor } from './money/point/grant-points.ts'
import { grantsChecked } from './money/point/withdraw-grants.ts'
import { forgetEnquiries } from './operations/enquiry/queries.ts'
import { forgetKeysOf } from './platform/http/queries.ts'
import { forgetMailsTo } from './platform/mail/queries.ts'
import { forgetReserved } from './shop/airdrop/queries.ts'
import { isMinting, moveOpenings, reopenAll } from './shop/opening/queries.ts'
import { forgetAnnouncements } from './shop/pack/draw-queries.ts'
import { packs } from './shop/pack/sellable-pack.ts'

/**
 * When this happens, these follow, in this order and in the transaction of the fact. A module
 * imports only modules below it; what goes the other way is joined here and nowhere else. Calling
 * it again changes nothing.
 */
export function wireModules(): void {
  // identity
  emailProven.handledBy((db, { memberId }) => grantFor(db, { occasion: 'sign-up', memberId, cause: memberId }))
  firstWalletLinked.handledBy((db, { memberId }) =>
    grantFor(db, { occasion: 'wallet-link', memberId, cause: memberId }),
  )
  memberBanned.handledBy(
    async (db, { memberId }) => ({ listings: await withdrawListings(db, memberId, 'ban') }),
    async (db, { memberId }) => ({ gifts: await withdrawGifts(db, memberId) }),
  )
  memberAssets.implementedBy({ countPoints })
  memberDeleted.handledBy(
    // what no wallet has signed yet is given up
    (db, { id }) => nothing(withdrawListings(db, id, 'seller')),
    (db, { id }) => nothing(withdrawGifts(db, id)),
    (db, { id }) => nothing(forgetTransferWords(db, id)),
    (db, member) => nothing(forgetGiftWords(db, member)),
    (db, member) => nothing(forgetReserved(db, member)),
    (db, { id }) => nothing(forgetKeysOf(db, id)),
    (db, { id }) => nothing(forgetSeller(db, id)),
    (db, { id }) => nothing(forgetCardNames(db, id)),
    (db, { id }) => nothing(forgetCards(db, id)),
    (db, { id }) => nothing(forgetAccounts(db, id)),
    (db, member) => nothing(forgetEnquiries(db, member)),
    (db, { email }) => nothing(email === null ? undefined : forgetMailsTo(db, email)),
    // last: the accounts of the house are shared
    async (db, { id }) => ({ lapsedPoints: await closePoints(db, id) }),
  )
  vaultUse.implementedBy({ isMinting })
  recoveryRequested.handledBy(
    (db, { memberId }) => holdTrades(db, memberId),
    (db, { memberId }) => holdClaims(db, memberId),
  )
  walletMoved.handledBy(
    async (db, { memberId, newAddress }) => ({ openings: await moveOpenings(db, memberId, newAddress) }),
    async (db, { memberId }) => ({ trades: await moveTrades(db, memberId) }),
    async (db, { memberId }) => ({ claims: await moveClaims(db, memberId) }),
    // the holder of the old wallet may have listed
    async (db, { memberId }) => ({ listings: await withdrawListings(db, memberId, 'wallet') }),
    async (db, { memberId, newAddress }) => ({ offersFor: await withdrawMeantFor(db, memberId, newAddress) }),
    async (db, { memberId }) => ({ gifts: await withdrawGifts(db, memberId) }),
  )

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
    async (db) => ({ reopened: await reopenAll(db) }),
  )

  catalogueOnChain.implementedBy({ registerNew, listWaitingItems })

  // money
  grantsChecked.handledBy(noteShortfall)
  payable.implementedBy({ captureOrder, releaseOrder, continueOrder, quarantineOrder, finishRefund, subjectKey })

  // checkout sells packs and listed tokens
  sellables.implementedBy(packs, listedTokens)
}

/** For handlers that have nothing to count. */
const nothing = async (work: PromiseLike<unknown> | undefined): Promise<Record<string, never>> => {
  await work
  return {}
}
