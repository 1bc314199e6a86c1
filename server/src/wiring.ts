import { forgetChainRuns } from './audit/reconcile/run-queries.ts'
import { forgetRegistrations, listWaitingItems } from './catalogue/registration/queries.ts'
import { registerNew } from './catalogue/registration/register-items.ts'
import { blocksIndexed, catalogueOnChain, chainForgotten, indexRebuilt } from './chain/chain-events.ts'
import { captureOrder } from './checkout/order/capture-order.ts'
import { continueOrder } from './checkout/order/continue-order.ts'
import { finishRefund } from './checkout/order/finish-refund.ts'
import { quarantineOrder } from './checkout/order/quarantine-order.ts'
import { releaseOrder } from './checkout/order/release-order.ts'
import type { Db } from './platform/db/connect.ts'
import { emailProven, firstWalletLinked, memberBanned } from './identity/member/member-events.ts'
import { recoveryRequested, vaultUse, walletMoved } from './identity/wallet/wallet-events.ts'
import { followGifts, forgetGifts, restoreGifts } from './market/gift/follow-gifts.ts'
import { holdClaims, moveClaims } from './market/gift/move-claims.ts'
import { withdrawGifts } from './market/gift/take-back.ts'
import { withdrawListings, withdrawMeantFor } from './market/listing/end-listing.ts'
import { endAllListings, followOrders, restoreListings } from './market/listing/follow-orders.ts'
import { forgetTrades, holdTrades, moveTrades } from './market/trade/move-trades.ts'
import { followTransfers, forgetTransfers, restoreTransfers } from './market/transfer/follow-transfers.ts'
import { payable } from './money/payment/payable.ts'
import { grantFor } from './money/point/grant-for.ts'
import { isMinting, moveOpenings } from './shop/opening/move-openings.ts'
import { reopenAll } from './shop/opening/reopen-all.ts'
import { forgetAnnouncements } from './shop/pack/forget-announcements.ts'

/**
 * When this happens, these follow, in this order and in the transaction of the fact. A module imports only modules below it;
 * what goes the other way is joined here and nowhere else. Calling it again changes nothing.
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
    (db, { orderHashes }) => followOrders(db, orderHashes),
    (db, { orderHashes }) => followGifts(db, orderHashes),
    (db, { tokenIds }) => followTransfers(db, tokenIds),
  )
  indexRebuilt.handledBy(restoreListings, restoreGifts, restoreTransfers)
  chainForgotten.handledBy(
    noCount(forgetRegistrations),
    noCount(forgetChainRuns),
    noCount(forgetAnnouncements),
    noCount(endAllListings),
    noCount(forgetGifts),
    noCount(forgetTransfers),
    noCount(forgetTrades),
    async (db) => ({ reopened: await reopenAll(db) }),
  )

  catalogueOnChain.implementedBy({ registerNew, listWaitingItems })

  // money
  payable.implementedBy({ captureOrder, releaseOrder, continueOrder, quarantineOrder, finishRefund })
}

const noCount =
  (forget: (db: Db) => PromiseLike<unknown>) =>
  async (db: Db): Promise<Record<string, never>> => {
    await forget(db)
    return {}
  }
