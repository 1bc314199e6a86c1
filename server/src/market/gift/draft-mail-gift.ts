import { maxGrantsPerSeller, sellToken, type SaleBasis } from '@kura/cadence/sale'
import { saleHash, saleMetadata, signSale, type SaleTerms } from '@kura/cadence/sale-message'
import type { ApiOutput } from '@kura/contract/api'
import { AppError, ensure } from '@kura/contract/errors'
import { addressesOf, salePlaceOf } from '../../platform/flow/chain-config.ts'
import { findSaleBasis } from '../../chain/index/read-chain.ts'
import { isKeyRevoked } from '../../chain/index/sale-queries.ts'
import { newId } from '../../platform/db/id.ts'
import { transaction } from '../../platform/db/transaction.ts'
import type { Deps } from '../../deps.ts'
import type { Viewer } from '../../platform/http/on.ts'
import { normalEmail } from '../../identity/member/email-address.ts'
import { limitRate } from '../../platform/http/limit-rate.ts'
import { checkMessage } from '../../identity/member/member-text.ts'
import { ensureFullMember, ensureStanding } from '../../identity/member/ensure-full-member.ts'
import { obstaclesOfToken, type SendDeps } from '../transfer/find-obstacles.ts'
import { getSendable } from '../transfer/get-sendable.ts'
import { refuseSending } from '../transfer/refuse-sending.ts'
import { askChain } from '../../platform/flow/ask-chain.ts'
import * as gifts from './queries.ts'

type DraftDeps = SendDeps & Pick<Deps, 'saleKey'>
type Wanted = { tokenId: string; email: string; message?: string | undefined; locale: 'ja' | 'en' }

/**
 * Signs an order for nothing and keeps it as the draft of a gift; answers the giver's transaction. Nothing is mailed before the chain has
 * it. Whether the address has an account is not looked at. Fails as `draftListing` does, with TOKEN_LISTED and TOKEN_OFFERED_AS_GIFT, and
 * with INVALID_INPUT for the own address, one that refused a gift of ours, and a message that is not fit to be mailed.
 */
export async function draftMailGift(
  deps: DraftDeps,
  viewer: Viewer,
  wanted: Wanted,
): Promise<ApiOutput<'draftMailGift'>> {
  const email = normalEmail(wanted.email)
  const message = checkMessage(wanted.message)
  await limitRate(deps, 'transferPerMember', viewer.memberId)
  await ensureFullMember(deps, viewer)
  if (email === viewer.email) throw fault('email', 'yourself')
  const token = await getSendable(deps, wanted.tokenId)
  refuseSending(obstaclesOfToken(token, viewer))
  // counted before anything is said of the address: asking costs as much as giving
  await limitRate(deps, 'mailGiftPerMember', viewer.memberId)
  if (await gifts.wasRefused(deps.sql, email)) throw fault('email', 'undeliverable')
  ensure(!(await gifts.wasMailedOften(deps.sql, email)), 'TOO_MANY_REQUESTS')
  const seller = viewer.flowAddress
  const basis = await askChain(deps, () => findSaleBasis(deps, { seller, tokenId: token.tokenId }))
  ensureOfferable(basis, token)
  ensure(!(await isKeyRevoked(deps.sql, deps.saleKey.keyIndex)), 'SALES_PAUSED')
  const { newestVersion, claimSeconds, expirySeconds } = await gifts.findDraftBasis(deps.sql, token.tokenId)
  const issuedAt = Math.max(basis.chainTime, basis.cancelledUntil + 1)
  const terms: SaleTerms = {
    agent: deps.chain.agentAddress,
    seller,
    orderId: newId(),
    refId: token.refId,
    nftId: BigInt(token.tokenId),
    version: Math.max(basis.newestVersion, newestVersion) + 1,
    uuid: basis.token!.uuid,
    priceYen: 0,
    feeYen: 0,
    royaltyYen: 0,
    issuedAt,
    notBefore: issuedAt,
    expiry: expirySeconds,
    keyIndex: deps.saleKey.keyIndex,
  }
  const place = salePlaceOf(deps.chain)
  const signature = await signSale(deps.saleKey.signer, place, terms)
  const kept = await transaction(deps.sql, async (db) => {
    await ensureStanding(db, viewer.memberId)
    await gifts.giveUpDraftsOf(db, viewer.memberId, token.tokenId)
    return gifts.insertDraft(db, {
      id: terms.orderId,
      giverId: viewer.memberId,
      giverAddress: seller,
      tokenId: token.tokenId,
      tokenUuid: terms.uuid.toString(),
      refId: token.refId,
      version: terms.version,
      email,
      locale: wanted.locale,
      message,
      issuedAt,
      claimUntil: claimSeconds,
      expiresAt: terms.expiry,
      keyIndex: terms.keyIndex,
      orderHash: saleHash(place, terms),
    })
  })
  const { cadence, limit } = sellToken(addressesOf(deps.chain), { terms, signature })
  return {
    giftId: terms.orderId,
    ...kept,
    transaction: { cadence, limit },
    arguments: {
      agent: terms.agent,
      orderId: terms.orderId,
      refId: terms.refId,
      nftId: terms.nftId.toString(),
      version: terms.version,
      metadata: saleMetadata(terms),
      signature,
      keyIndex: terms.keyIndex,
    },
  }
}

function ensureOfferable({ token, paused, openOrders, standingOrderId }: SaleBasis, { refId }: { refId: string }) {
  ensure(!paused, 'SALES_PAUSED')
  if (token?.refId !== refId) refuseSending(['not-owned'])
  ensure(openOrders < maxGrantsPerSeller || standingOrderId !== null, 'LISTINGS_FULL')
}

const fault = (field: string, name: string) => new AppError('INVALID_INPUT', { details: [{ field, fault: name }] })
