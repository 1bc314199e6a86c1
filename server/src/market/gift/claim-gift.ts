import { getTransferBasis, readTransferBasis } from '@kura/cadence/token'
import { AppError, ensure } from '@kura/contract/errors'
import type { ApiOutput } from '@kura/contract/api'
import { addressesOf } from '../../platform/flow/chain-config.ts'
import { arePaused } from '../../chain/index/sale-queries.ts'
import { transaction } from '../../platform/db/transaction.ts'
import type { CallContext, Viewer } from '../../platform/http/on.ts'
import { limitRate, sourceOf } from '../../platform/http/limit-rate.ts'
import { hashOfToken } from '../../platform/secret-token.ts'
import { ensureFullMember, ensureStanding } from '../../identity/member/ensure-full-member.ts'
import { ensureOfAge } from '../../identity/member/ensure-of-age.ts'
import { isFull, refuseSending } from '../transfer/prepare-transfer.ts'
import type { SendDeps } from '../transfer/prepare-transfer.ts'
import { askChain } from '../../platform/flow/ask-chain.ts'
import * as claims from './claim-queries.ts'
import type { Delivery } from './claim-queries.ts'
import type { Deps } from '../../deps.ts'
import { withdrawFulfil } from '../../chain/agent/fulfil-order.ts'
import type { Db } from '../../platform/db/connect.ts'
import { intend } from '../../chain/agent/submit-transaction.ts'

/**
 * Claims a gift by its link for the member: the claim and the intent of the delivery are one
 * database transaction. The same member may repeat it. Fails with TOKEN_NOTFOUND for a link that is
 * unknown or was replaced, TOKEN_EXPIRED after its time, GIFT_STATE when another member claimed it,
 * FORBIDDEN for its giver, WALLET_CHANGING while the wallet is being recovered, RECIPIENT_NOT_READY
 * where the account has no room, and as `ensureFullMember` does.
 */
export async function claimGift(
  deps: SendDeps,
  { viewer, ip }: Pick<CallContext<Viewer>, 'viewer' | 'ip'>,
  link: string,
): Promise<ApiOutput<'claimGift'>> {
  await limitRate(deps, 'claimPerSource', sourceOf(ip))
  const hash = hashOfToken(link)
  const found = await claims.findByLink(deps.sql, hash)
  ensure(found, 'TOKEN_NOTFOUND')
  const { giftId } = found
  if (found.giverId === viewer.memberId)
    throw new AppError('FORBIDDEN', { details: [{ field: 'token', fault: 'yourself' }] })
  const earlier = stateFor(found, viewer)
  if (earlier) return { giftId, state: earlier }
  await limitRate(deps, 'transferPerMember', viewer.memberId)
  const { isAdult } = await ensureFullMember(deps, viewer)
  if (found.isRegulated && !isAdult) await ensureOfAge(deps.sql, viewer.memberId)
  ensure(!(await claims.isRecovering(deps.sql, viewer.memberId)), 'WALLET_CHANGING')
  ensure(!(await arePaused(deps.sql)), 'SALES_PAUSED')
  await ensureRoom(deps, { from: found.giverAddress, to: viewer.flowAddress })
  const claim = { giftId, hash, memberId: viewer.memberId, address: viewer.flowAddress }
  const isOurs = await transaction(deps.sql, async (db) => {
    await ensureStanding(db, viewer.memberId)
    if (!(await claims.claim(db, claim))) return false
    await intendDelivery(db, { ...found, claimerAddress: viewer.flowAddress })
    return true
  })
  if (isOurs) return { giftId, state: 'claimed' }
  // another request changed the gift first: a claim, a cancellation or its expiry
  const now = await claims.findByLink(deps.sql, hash)
  ensure(now, 'TOKEN_EXPIRED')
  const state = stateFor(now, viewer)
  ensure(state, 'GIFT_STATE')
  return { giftId, state }
}

/**
 * The gift's state for the member who claimed it, undefined while it can be claimed. Fails for any
 * other member.
 */
function stateFor(found: claims.ClaimRow, { memberId }: Viewer): claims.ClaimRow['state'] | undefined {
  if (found.claimerId === memberId) return found.state
  ensure(found.claimerId === null, 'GIFT_STATE')
  ensure(found.state === 'open' && found.isInTime, 'TOKEN_EXPIRED')
  return undefined
}

/** Ensures that the claimer has a vault with room, so that the delivery can succeed. */
async function ensureRoom(deps: SendDeps, { from, to }: { from: string; to: string }): Promise<void> {
  const call = getTransferBasis(addressesOf(deps.chain), { from, to, id: 0n })
  const { canReceive, storage } = await askChain(deps, async () =>
    readTransferBasis(await deps.accessNode.runScript(call)),
  )
  if (!canReceive) refuseSending(['no-collection'])
  if (isFull(storage)) refuseSending(['storage-full'])
}

type Shown = ApiOutput<'showClaim'>

/** What the link of a gift leads to. Read-only. Fails with TOKEN_NOTFOUND. */
export async function showClaim(
  deps: Pick<Deps, 'sql'>,
  { viewer, ip }: Pick<CallContext, 'viewer' | 'ip'>,
  link: string,
): Promise<Shown> {
  await limitRate(deps, 'claimPerSource', sourceOf(ip))
  const found = await claims.findByLink(deps.sql, hashOfToken(link))
  ensure(found, 'TOKEN_NOTFOUND')
  const isMine = viewer !== undefined && found.claimerId === viewer.memberId
  return {
    ...(await claims.findShown(deps.sql, found.giftId)),
    state: stateOf(found, isMine),
    isOwn: viewer?.memberId === found.giverId,
    giftId: isMine ? found.giftId : null,
  }
}

function stateOf({ state, isInTime, claimerId }: claims.ClaimRow, isMine: boolean): Shown['state'] {
  if (state === 'open') return isInTime ? 'open' : 'over'
  if (state === 'ended' || state === 'ending') return 'over'
  if (isMine) return 'yours'
  return claimerId === null ? 'over' : 'taken'
}

/**
 * Redirects the member's claimed gifts to the new vault, in the transaction that changes the
 * wallet: unsigned deliveries start again. Signed ones arrive in the old vault. Returns how many.
 */
export async function moveClaims(db: Db, memberId: string): Promise<number> {
  let moved = 0
  for (const giftId of await withdrawClaims(db, memberId, 'the claimer changed the wallet'))
    if (await deliverAgain(db, giftId)) moved += 1
  return moved
}

/**
 * Cancels the unsigned deliveries of a member's claimed gifts: they start again after the wallet's
 * recovery.
 */
export const holdClaims = async (db: Db, memberId: string): Promise<void> =>
  void (await withdrawClaims(db, memberId, 'the claimer asked for another wallet'))

/**
 * Queues the delivery of a claimed gift to its claimer's current vault, in the caller's
 * transaction, unless one is open. False when the gift has ended, is being delivered, or the
 * claimer's wallet is being recovered.
 */
export async function deliverAgain(db: Db, giftId: string): Promise<boolean> {
  const delivery = await claims.readdress(db, giftId)
  if (delivery) await intendDelivery(db, delivery)
  return delivery !== undefined
}

/** The member's claimed gifts without an open delivery. */
async function withdrawClaims(db: Db, memberId: string, reason: string): Promise<string[]> {
  const free: string[] = []
  for (const { giftId, transactionId } of await claims.lockClaims(db, memberId))
    if (transactionId === null || (await withdrawFulfil(db, transactionId, reason))) free.push(giftId)
  return free
}

/** The payment reference that the chain stores for a gift. */
const paymentRef = 'gift'

/**
 * Queues our agent's delivery of a claimed gift, in the caller's transaction. An open delivery
 * stays as it is.
 */
const intendDelivery = (
  db: Db,
  { giftId, giverAddress, orderHash, claimerAddress }: Delivery,
): Promise<{ id: string }> =>
  intend(db, {
    kind: 'fulfil-order',
    cause: `gift:${giftId}`,
    details: { seller: giverAddress, orderId: giftId, orderHash, buyer: claimerAddress, paymentRef },
  })
