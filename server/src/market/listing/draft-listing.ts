import { maxGrantsPerSeller, type SaleBasis } from '@kura/cadence/sale'
import { saleHash, saleMetadata, signSale, type SaleTerms } from '@kura/cadence/sale-message'
import { AppError, ensure } from '@kura/contract/errors'
import type { ApiOutput } from '@kura/contract/api'
import { salePlaceOf } from '../../platform/flow/chain-config.ts'
import { findSaleBasis } from '../../chain/index/read-chain.ts'
import { isKeyRevoked } from '../../chain/index/sale-queries.ts'
import type { Deps } from '../../deps.ts'
import { newId } from '../../platform/db/id.ts'
import { transaction } from '../../platform/db/transaction.ts'
import { isOfferedAsGift } from '../gift/is-offered-as-gift.ts'
import type { Viewer } from '../../platform/http/on.ts'
import { limitRate } from '../../platform/http/limit-rate.ts'
import { askChain } from '../../platform/flow/ask-chain.ts'
import { ensureFullMember, ensureStanding, type GateDeps } from '../../identity/member/ensure-full-member.ts'
import { ensureOwner, getOffered, graceOf, tradePriceOf } from './find-offer.ts'
import { getTarget } from './find-target.ts'
import * as listings from './queries.ts'
import { hasNotice, shareSeller } from './seller-queries.ts'

export type DraftDeps = GateDeps & Pick<Deps, 'saleKey'>
type Wanted = {
  tokenRefId: string
  price: number
  contentAccessFee: number
  targetUserId?: string | undefined
  confirmedBelowFloor?: boolean | undefined
}
type Draft = ApiOutput<'draftListing'>

/** What the contract allows an order to stand, in seconds. */
const lifetimeMost = 366 * 86_400

/**
 * Signs the terms of an offer and keeps them as a draft; answers the arguments of the seller's transaction. Asks the chain before
 * anything is written, so that the wallet does not open for what the chain would refuse: a token that is gone, a seller with as many
 * orders as one can have, paused sales. Fails with these and with what `ensureFullMember` fails with.
 */
export async function draftListing(deps: DraftDeps, viewer: Viewer, wanted: Wanted): Promise<Draft> {
  await limitRate(deps, 'listPerMember', viewer.memberId)
  await ensureFullMember(deps, viewer)
  const offered = await getOffered(deps, wanted.tokenRefId)
  ensureOwner(offered, viewer.flowAddress)
  const parts = tradePriceOf(offered, wanted.price)
  const grace = graceOf(offered, wanted.price, wanted.confirmedBelowFloor ?? false)
  ensure(parts.contentAccessFee === wanted.contentAccessFee, 'TRADE_PRICE_CHANGED')
  const target = wanted.targetUserId === undefined ? undefined : await getTarget(deps, viewer, wanted.targetUserId)
  const basis = await askChain(deps, () =>
    findSaleBasis(deps, { seller: viewer.flowAddress, tokenId: offered.tokenId }),
  )
  ensureListable(basis, offered)
  // what a revoked key signs the chain does not take: until there is another, nobody can list
  ensure(!(await isKeyRevoked(deps.sql, deps.saleKey.keyIndex)), 'SALES_PAUSED')
  const { newestVersion, expirySeconds } = await listings.findDraftBasis(deps.sql, offered.tokenId)
  const issuedAt = Math.max(basis.chainTime, basis.cancelledUntil + 1)
  const terms: SaleTerms = {
    agent: deps.chain.agentAddress,
    seller: viewer.flowAddress,
    orderId: newId(),
    refId: offered.refId,
    nftId: BigInt(offered.tokenId),
    version: Math.max(basis.newestVersion, newestVersion) + 1,
    uuid: basis.token!.uuid,
    priceYen: parts.listPrice,
    feeYen: parts.fee + parts.contentAccessFee,
    royaltyYen: parts.royalty,
    issuedAt,
    notBefore: issuedAt,
    expiry: Math.min(expirySeconds, issuedAt + lifetimeMost),
    target: target?.flowAddress,
    keyIndex: deps.saleKey.keyIndex,
  }
  const place = salePlaceOf(deps.chain)
  const signature = await signSale(deps.saleKey.signer, place, terms)
  const kept = await transaction(deps.sql, 'listing.draft', async (db) => {
    await shareSeller(db, viewer.memberId)
    await ensureStanding(db, viewer.memberId)
    // a buyer is paying for the offer that would end
    ensure(!(await listings.isHeld(db, offered.tokenId)), 'LISTING_STATE')
    // somebody may claim it, and the new order would end that
    ensure(!(await isOfferedAsGift(db, offered.tokenId)), 'TOKEN_OFFERED_AS_GIFT')
    ensure(await hasNotice(db, viewer.memberId), 'SELLER_NOTICE_REQUIRED')
    await listings.giveUpDraftsOf(db, viewer.memberId, offered.tokenId)
    return listings.insertDraft(db, {
      ...offered,
      ...parts,
      grace,
      id: terms.orderId,
      sellerId: viewer.memberId,
      sellerAddress: terms.seller,
      tokenUuid: terms.uuid.toString(),
      version: terms.version,
      targetId: target?.userId ?? null,
      targetAddress: target?.flowAddress ?? null,
      issuedAt,
      expiresAt: terms.expiry,
      keyIndex: terms.keyIndex,
      orderHash: saleHash(place, terms),
    })
  })
  return { listingId: terms.orderId, ...kept, graceSeconds: grace, parts, arguments: argumentsOf(terms, signature) }
}

function ensureListable({ token, paused, openOrders, standingOrderId }: SaleBasis, { refId }: { refId: string }) {
  ensure(!paused, 'SALES_PAUSED')
  if (token?.refId !== refId)
    throw new AppError('FORBIDDEN', { details: [{ field: 'tokenRefId', fault: 'not_owner' }] })
  ensure(openOrders < maxGrantsPerSeller || standingOrderId !== null, 'LISTINGS_FULL')
}

/** As `sellToken` takes them, in words. */
const argumentsOf = (terms: SaleTerms, signature: string): Draft['arguments'] => ({
  agent: terms.agent,
  orderId: terms.orderId,
  refId: terms.refId,
  nftId: terms.nftId.toString(),
  version: terms.version,
  metadata: saleMetadata(terms),
  signature,
  keyIndex: terms.keyIndex,
})
