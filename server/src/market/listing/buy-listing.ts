import { getAgent, readAgent } from '@kura/cadence/sale-agent'
import { getTransferBasis, readTransferBasis } from '@kura/cadence/token'
import { AppError, ensure } from '@kura/contract/errors'
import type { ErrorCode } from '@kura/contract/errors'
import { addressesOf } from '../../platform/flow/chain-config.ts'
import { findStanding } from '../../chain/index/read-chain.ts'
import type { Deps } from '../../deps.ts'
import { isFull } from '../transfer/prepare-transfer.ts'
import { askChain } from '../../platform/flow/ask-chain.ts'
import * as held from './hold-queries.ts'
import type { Asked } from './hold-queries.ts'
import type { Db } from '../../platform/db/connect.ts'
import { cancelSaleOrders } from '../sale-order/follow-sale-orders.ts'
import { listingRows, markSold } from './queries.ts'

export type Buyable = Pick<
  Asked,
  'listingId' | 'sellerAddress' | 'orderHash' | 'priceYen' | 'contentAccessYen' | 'isRegulated' | 'wasCheaper' | 'name'
>

/**
 * The listing of a token that this member can buy now, by the rows. A listing targeted at another
 * member counts as absent. Fails with NOT_FOUND, with FORBIDDEN for the buyer's own listing or when
 * these two traded the token too often lately, and with LISTING_STATE while another buyer is
 * paying, before it can be bought, or when it expires too soon.
 */
export async function findBuyable({ sql }: Pick<Deps, 'sql'>, refId: string, buyerId: string): Promise<Buyable> {
  const asked = await held.findAsked(sql, refId, buyerId)
  ensure(asked, 'NOT_FOUND')
  if (asked.refusal === 'own') throw fault('FORBIDDEN', 'own_listing')
  ensure(asked.isForBuyer && asked.maySell, 'NOT_FOUND')
  if (asked.state === 'held') throw fault('LISTING_STATE', 'held')
  if (asked.refusal === 'not-yet') throw fault('LISTING_STATE', 'not_yet')
  if (asked.refusal === 'circle') throw fault('FORBIDDEN', 'circle')
  if (!asked.isPayable) throw fault('LISTING_STATE', 'not_deliverable')
  return asked
}

/**
 * Makes sure that the chain would deliver a listing to a buyer's address now: sales are not paused,
 * the agent's daily limits leave room after open deliveries, the buyer has a vault with room for
 * one more, and the order is open. Asks the chain, so it is called outside transactions. Fails with
 * SALES_PAUSED, WALLET_REQUIRED, RECIPIENT_NOT_READY, LISTING_STATE or SERVICE_UNAVAILABLE.
 */
export async function ensureDeliverable(
  deps: Pick<Deps, 'sql' | 'log' | 'accessNode' | 'chain'>,
  { listingId, sellerAddress: seller, orderHash, priceYen }: Buyable,
  buyer: string,
): Promise<void> {
  const { accessNode, chain } = deps
  const question = getAgent(addressesOf(chain), { agent: chain.agentAddress })
  const order = { seller, orderId: listingId, orderHash, buyer }
  const vault = getTransferBasis(addressesOf(chain), { from: buyer, to: buyer, id: 0n })
  const [answer, basis, standing, onItsWay] = await askChain(deps, () =>
    Promise.all([
      accessNode.runScript(question),
      accessNode.runScript(vault),
      findStanding(deps, order),
      held.sumUndelivered(deps.sql),
    ]),
  )
  const agent = readAgent(answer)
  ensure(agent && !agent.paused, 'SALES_PAUSED')
  const hasRoom =
    agent.salesToday + onItsWay.sales < agent.maxSalesPerDay &&
    agent.yenToday + onItsWay.yen + priceYen <= agent.maxYenPerDay
  if (!hasRoom) throw fault('SALES_PAUSED', 'daily_limit')
  const { canReceive, storage } = readTransferBasis(basis)
  if (!canReceive) throw unready('WALLET_REQUIRED', 'no_collection')
  if (isFull(storage)) throw unready('RECIPIENT_NOT_READY', 'storage_full')
  if (!standing || standing.refusal !== null) throw fault('LISTING_STATE', 'not_deliverable')
}

/**
 * Reserves an open listing for a buyer who is about to pay, in the transaction that makes the
 * order. False when another buyer has it, or it can no longer be bought. Its terms never change, so
 * the price read before is the price paid.
 */
export async function holdListing(db: Db, listingId: string, buyerId: string): Promise<boolean> {
  await held.shareSeller(db, listingId)
  return held.hold(db, listingId, buyerId)
}

/**
 * Releases a listing that was not paid for, or not delivered though nothing is wrong with it, in
 * the transaction that ends the order. It opens again, ends if it has expired, or is withdrawn if
 * its seller may no longer sell or its target has another wallet. A listing that the chain ended
 * meanwhile stays ended. True when it is open again.
 */
export async function releaseListing(db: Db, listingId: string): Promise<boolean> {
  await held.shareSeller(db, listingId)
  const released = await held.release(db, listingId)
  if (released?.state === 'ending') await cancelSaleOrders(db, listingRows, [released])
  return released?.state === 'open'
}

/**
 * → sold, in the caller's transaction: the chain delivered it. Does nothing when the index recorded
 * it first.
 */
export const sellListing = (db: Db, listingId: string): Promise<unknown> => markSold(db, listingId)

const fault = (code: ErrorCode, name: string): AppError =>
  new AppError(code, { details: [{ field: 'refId', fault: name }] })

const unready = (code: ErrorCode, name: string): AppError =>
  new AppError(code, { details: [{ field: 'flowAddress', fault: name }] })
