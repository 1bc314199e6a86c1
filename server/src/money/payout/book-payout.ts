import type { Words } from '@kura/contract/ids'
import { includedTax } from '@kura/contract/money/tax'
import type { Db } from '../../platform/db/connect.ts'
import { proceedsAccount } from '../ledger/credit-proceeds.ts'
import { move } from '../ledger/move.ts'
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

/** Books that a request was cancelled: the proceeds are payable again. */
export const bookCancel = (db: Db, payout: BookedPayout): Promise<void> =>
  book(db, 'payout-cancel', payout, words(payout.number, '振込申請の取消', 'Payout cancelled'), [
    [onItsWayAccount(payout.memberId), -payout.amountYen],
    [proceedsAccount(payout.memberId), payout.amountYen],
  ])

/** Books that the bank paid: we owe the member that much less; the fee is ours, with its tax. */
export const bookPaid = (db: Db, payout: BookedPayout): Promise<void> =>
  book(db, 'payout-paid', payout, words(payout.number, '口座への振込', 'Paid to your bank account'), [
    [onItsWayAccount(payout.memberId), -payout.amountYen],
    ...paidEntries(payout),
  ])

/** Books that the bank returned a transfer: everything is payable again, the fee too. */
export const bookReturn = (db: Db, payout: BookedPayout, { wasPaid }: { wasPaid: boolean }): Promise<void> =>
  book(db, 'payout-return', payout, words(payout.number, '振込不能による返還', 'Returned by the bank'), [
    [proceedsAccount(payout.memberId), payout.amountYen],
    ...(wasPaid
      ? paidEntries(payout).map(([account, yen]): [string, number] => [account, -yen])
      : [[onItsWayAccount(payout.memberId), -payout.amountYen] as [string, number]]),
  ])

function paidEntries({ amountYen, feeYen }: BookedPayout): [account: string, yen: number][] {
  const tax = includedTax(feeYen)
  return [
    ['proceeds:credited', amountYen],
    ['proceeds:owed', amountYen],
    ['bank:payouts', feeYen - amountYen],
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
