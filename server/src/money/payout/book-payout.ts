import type { Words } from '@kura/contract/ids'
import { includedTax } from '@kura/contract/money/tax'
import type { Db } from '../../platform/db/connect.ts'
import { collectClaims, proceedsAccount } from '../ledger/credit-proceeds.ts'
import { move, moveAll } from '../ledger/move.ts'
import type { MovementKind } from '../ledger/move.ts'
import { lockAccounts } from '../ledger/queries.ts'

/** A member's account of requested payouts that the bank has not paid yet. */
const onItsWayAccount = (memberId: string): string => `member:${memberId}:payouts`

/** A payout as the books need it. */
export type BookedPayout = { id: string; number: number; memberId: string; amountYen: number; feeYen: number }

/** Serialises all changes of one member's proceeds until the transaction ends. */
export const lockPayouts = (db: Db, memberId: string): Promise<void> =>
  lockAccounts(db, memberId, [onItsWayAccount(memberId), proceedsAccount(memberId)].toSorted(), 'yen')

const words = (number: number, ja: string, en: string): Words => ({ ja: `${ja}（${number}）`, en: `${en} (${number})` })

async function book(
  db: Db,
  kind: MovementKind,
  { id, memberId }: BookedPayout,
  reason: Words,
  entries: [account: string, yen: number][],
): Promise<void> {
  const isNew = await move(db, {
    kind,
    cause: id,
    reason,
    ofMember: { memberId },
    entries: entries.map(([account, yen]) => ({ account, amount: BigInt(yen) })),
  })
  // the row moved by compare-and-set for it: both or neither
  if (!isNew) throw new Error(`${kind} of payout ${id} was booked before`)
}

/** Books that a member asked to be paid: payable proceeds are on their way. */
export const bookRequest = (db: Db, payout: BookedPayout): Promise<void> =>
  book(db, 'payout-request', payout, words(payout.number, '振込の申請', 'Payout requested'), [
    [proceedsAccount(payout.memberId), -payout.amountYen],
    [onItsWayAccount(payout.memberId), payout.amountYen],
  ])

/** Books that a request was cancelled: the proceeds are payable again, and pay what is owed first. */
export async function bookCancel(db: Db, payout: BookedPayout): Promise<void> {
  await book(db, 'payout-cancel', payout, words(payout.number, '振込申請の取消', 'Payout cancelled'), [
    [onItsWayAccount(payout.memberId), -payout.amountYen],
    [proceedsAccount(payout.memberId), payout.amountYen],
  ])
  await collectClaims(db, payout.memberId)
}

/**
 * Books that a file of transfers was handed to the bank: the sum is with the bank until each
 * transfer has its result. Once per batch.
 */
export async function bookRelease(db: Db, { number, totalYen }: { number: number; totalYen: number }): Promise<void> {
  const isNew = await move(db, {
    kind: 'payout-release',
    cause: String(number),
    reason: { ja: `振込データの引き渡し（${number}）`, en: `Batch ${number} of transfers handed to the bank` },
    entries: [
      { account: 'bank:payouts', amount: BigInt(-totalYen) },
      { account: 'bank:sent', amount: BigInt(totalYen) },
    ],
  })
  if (!isNew) throw new Error(`the release of batch ${number} was booked before`)
}

/**
 * Books that the bank paid these: we owe the members that much less; the fees are ours, with their
 * tax.
 */
export const bookPaid = (db: Db, payouts: readonly BookedPayout[]): Promise<void> =>
  moveAll(
    db,
    payouts.map((payout) => ({
      kind: 'payout-paid',
      cause: payout.id,
      reason: words(payout.number, '口座への振込', 'Paid to your bank account'),
      memberId: payout.memberId,
      entries: [[onItsWayAccount(payout.memberId), -payout.amountYen], ...paidEntries(payout, 'bank:sent')],
    })),
  )

/**
 * Books that the bank returned a transfer: everything is payable again, the fee too, and pays what
 * is owed first.
 */
export async function bookReturn(db: Db, payout: BookedPayout, { wasPaid }: { wasPaid: boolean }): Promise<void> {
  const { memberId, amountYen, feeYen } = payout
  const back: [account: string, yen: number][] = wasPaid
    ? paidEntries(payout, 'bank:payouts').map(([account, yen]) => [account, -yen])
    : [
        [onItsWayAccount(memberId), -amountYen],
        ['bank:sent', feeYen - amountYen],
        ['bank:payouts', amountYen - feeYen],
      ]
  await book(db, 'payout-return', payout, words(payout.number, '振込不能による返還', 'Returned by the bank'), [
    [proceedsAccount(memberId), amountYen],
    ...back,
  ])
  await collectClaims(db, memberId)
}

/** A paid transfer comes out of what the bank had; a late return goes back to our account. */
function paidEntries(
  { amountYen, feeYen }: BookedPayout,
  bank: 'bank:sent' | 'bank:payouts',
): [account: string, yen: number][] {
  const tax = includedTax(feeYen)
  return [
    ['proceeds:credited', amountYen],
    ['proceeds:owed', amountYen],
    [bank, feeYen - amountYen],
    ['sales:payout-fees', tax - feeYen],
    ['tax:consumption', -tax],
  ]
}

/**
 * Books the conversion of a member's proceeds into points, once per cause. The points are a lot of
 * their own.
 */
export async function bookUse(
  db: Db,
  { cause, memberId, amountYen }: { cause: string; memberId: string; amountYen: number },
): Promise<void> {
  const isNew = await move(db, {
    kind: 'proceeds-use',
    cause,
    reason: { ja: 'ポイントとして受け取り', en: 'Taken as points' },
    ofMember: { memberId },
    entries: [
      { account: proceedsAccount(memberId), amount: BigInt(-amountYen) },
      { account: 'proceeds:credited', amount: BigInt(amountYen) },
      { account: 'proceeds:owed', amount: BigInt(amountYen) },
      { account: 'points:from-proceeds', amount: BigInt(-amountYen) },
    ],
  })
  if (!isNew) throw new Error(`the use of proceeds ${cause} was booked before`)
}
