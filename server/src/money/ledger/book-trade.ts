import type { Words } from '@kura/contract/ids'
import { includedTax } from '@kura/contract/money/tax'
import type { Db } from '../../platform/db/connect.ts'
import { move } from './move.ts'
import { ensureHouseAccount } from './queries.ts'

/** The parts of a price between members, in whole yen; together they are the price. */
export type PriceParts = {
  priceYen: number
  feeYen: number
  royaltyYen: number
  contentAccessYen: number
  proceedsYen: number
}
/** A trade as the books need it. */
export type BookedTrade = PriceParts & { tradeId: string; rightsHolderId: string | null; name: Words }

/**
 * The account of cleared royalties until they are paid out; a common one when no holder is named.
 */
export const royaltyAccount = (rightsHolderId: string | null): string => `royalties:${rightsHolderId ?? 'unnamed'}`

/**
 * The tax inside what the shop keeps of a price: its service to the seller, rounded once for both
 * parts.
 */
export const keptTax = ({ feeYen, contentAccessYen }: Pick<PriceParts, 'feeYen' | 'contentAccessYen'>): number =>
  includedTax(feeYen + contentAccessYen)

function partsOf(trade: BookedTrade, royalties: string) {
  const { priceYen, feeYen, royaltyYen, contentAccessYen, proceedsYen } = trade
  const tax = keptTax(trade)
  const contentAccess = contentAccessYen - includedTax(contentAccessYen)
  return [
    { account: 'trades:open', amount: BigInt(priceYen) },
    { account: 'sales:content-access', amount: BigInt(-contentAccess) },
    { account: 'sales:fees', amount: BigInt(-(feeYen + contentAccessYen - tax - contentAccess)) },
    { account: 'tax:consumption', amount: BigInt(-tax) },
    { account: royalties, amount: BigInt(-royaltyYen) },
    { account: 'proceeds:owed', amount: BigInt(-proceedsYen) },
  ]
}

/**
 * Books the parts of a delivered trade inside the caller's transaction, once: the price that was
 * open becomes fee, content access fee, tax on both, royalty and the seller's part. The royalty is
 * held until the trade has cleared.
 */
export const bookDelivery = (db: Db, trade: BookedTrade): Promise<boolean> =>
  move(db, {
    kind: 'trade-delivery',
    cause: trade.tradeId,
    reason: { ja: `${trade.name.ja}の売買の成立`, en: `Sale of ${trade.name.en} between members` },
    entries: partsOf(trade, 'royalties:held'),
  })

/**
 * Makes the royalty of a trade payable to its rights holder inside the caller's transaction, once.
 */
export async function releaseRoyalty(
  db: Db,
  { tradeId, royaltyYen, rightsHolderId, name }: BookedTrade,
): Promise<void> {
  if (royaltyYen === 0) return
  const account = royaltyAccount(rightsHolderId)
  await ensureHouseAccount(db, account)
  await move(db, {
    kind: 'royalty-release',
    cause: tradeId,
    reason: { ja: `${name.ja}の売買のロイヤリティ`, en: `Royalty of a sale of ${name.en}` },
    entries: [
      { account: 'royalties:held', amount: BigInt(royaltyYen) },
      { account, amount: BigInt(-royaltyYen) },
    ],
  })
}

/**
 * Books a delivered trade back to an open price inside the caller's transaction, once; a royalty
 * that had cleared is its holder's debt.
 */
export async function bookUndoing(db: Db, trade: BookedTrade, { isSettled }: { isSettled: boolean }): Promise<boolean> {
  const royalties = isSettled ? royaltyAccount(trade.rightsHolderId) : 'royalties:held'
  await ensureHouseAccount(db, royalties)
  return move(db, {
    kind: 'trade-undo',
    cause: trade.tradeId,
    reason: { ja: `${trade.name.ja}の売買の取消`, en: `Sale of ${trade.name.en} between members, undone` },
    entries: partsOf(trade, royalties).map(({ account, amount }) => ({ account, amount: -amount })),
  })
}

/** Books that a rights holder was paid, inside the caller's transaction, once per payment. */
export const bookRoyaltyPayment = (
  db: Db,
  {
    paymentId,
    rightsHolderId,
    amountYen,
    name,
  }: { paymentId: string; rightsHolderId: string | null; amountYen: number; name: Words },
): Promise<boolean> =>
  move(db, {
    kind: 'royalty-payment',
    cause: paymentId,
    reason: { ja: `${name.ja}へのロイヤリティのお支払い`, en: `Royalties paid to ${name.en}` },
    entries: [
      { account: royaltyAccount(rightsHolderId), amount: BigInt(amountYen) },
      { account: 'royalties:paid', amount: BigInt(-amountYen) },
    ],
  })
