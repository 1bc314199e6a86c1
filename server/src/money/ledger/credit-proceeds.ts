import type { Words } from '@kura/contract/ids'
import type { Db } from '../../platform/db/connect.ts'
import { clearAlarms } from '../../platform/alarm/alarms.ts'
import { move } from './move.ts'
import { closeClaim, findProceeds, listOpenClaims, lockAccounts, openClaim } from './queries.ts'

export type Proceeds = {
  /** The sale between members: held once and credited once. */
  tradeId: string
  /** The seller. */
  memberId: string
  /** The seller's part of the price in whole yen. */
  amountYen: number
  /** What was sold, as a member calls it. */
  name: Words
}

/** A member's account of payable proceeds, and the one of proceeds that have not cleared. */
export const proceedsAccount = (memberId: string): string => `member:${memberId}:proceeds`
const heldAccount = (memberId: string): string => `member:${memberId}:proceeds-held`
const lockProceeds = (db: Db, memberId: string): Promise<void> =>
  lockAccounts(db, memberId, [proceedsAccount(memberId), heldAccount(memberId)], 'yen')
const house = 'proceeds:credited'

const reasons = {
  hold: (name: Words): Words => ({
    ja: `${name.ja}の販売代金（確定前）`,
    en: `Proceeds of selling ${name.en}, not cleared yet`,
  }),
  credit: (name: Words): Words => ({ ja: `${name.ja}の販売代金`, en: `Proceeds of selling ${name.en}` }),
  return: (name: Words): Words => ({
    ja: `${name.ja}の販売の取消に伴う返還`,
    en: `Reversed: the sale of ${name.en} was undone`,
  }),
}

/**
 * Credits the proceeds of a delivered trade to the seller's uncleared account, inside the caller's
 * transaction, once; false on a repeat. The sellers' accounts and `proceeds:credited` record who
 * earned what; price and fee are the trade's own movements.
 */
export async function holdProceeds(db: Db, { tradeId, memberId, amountYen, name }: Proceeds): Promise<boolean> {
  if (!Number.isSafeInteger(amountYen) || amountYen < 1) throw new Error(`${amountYen} yen are no proceeds`)
  await lockProceeds(db, memberId)
  return move(db, {
    kind: 'proceeds-hold',
    cause: tradeId,
    reason: reasons.hold(name),
    ofMember: { memberId },
    entries: [
      { account: heldAccount(memberId), amount: BigInt(amountYen) },
      { account: house, amount: BigInt(-amountYen) },
    ],
  })
}

/**
 * Makes the held proceeds of a trade payable inside the caller's transaction, once; false on a
 * repeat, or when they were withdrawn. Fails when nothing was held.
 */
export async function creditProceeds(db: Db, { tradeId, name }: Pick<Proceeds, 'tradeId' | 'name'>): Promise<boolean> {
  const memberId = (await findProceeds(db, tradeId))?.memberId
  if (memberId === undefined) throw new Error(`no proceeds of ${tradeId} are held`)
  await lockProceeds(db, memberId)
  const { yen, takenYen, isCredited } = (await findProceeds(db, tradeId))!
  if (isCredited || takenYen > 0) return false
  const isNew = await move(db, {
    kind: 'proceeds-credit',
    cause: tradeId,
    reason: reasons.credit(name),
    ofMember: { memberId },
    entries: [
      { account: heldAccount(memberId), amount: BigInt(-yen) },
      { account: proceedsAccount(memberId), amount: BigInt(yen) },
    ],
  })
  await collectClaims(db, memberId)
  return isNew
}

/**
 * Pays what a seller owes of undone trades from the payable proceeds, the oldest first, inside the
 * caller's transaction. Everything that makes proceeds payable ends with it.
 */
export async function collectClaims(db: Db, memberId: string): Promise<void> {
  for (const claim of await listOpenClaims(db, memberId)) await withdrawProceeds(db, claim)
}

/** The kind of the alarm about a claim that is open. */
export const claimAlarm = 'proceeds-missing'

/**
 * Withdraws the proceeds of an undone trade inside the caller's transaction: uncleared ones in
 * full, cleared ones up to the seller's balance, never below zero. Returns what was withdrawn now
 * and what is missing: a claim that the seller's next proceeds pay. A repeat withdraws the rest when
 * it is there, and nothing twice.
 */
export async function withdrawProceeds(
  db: Db,
  { tradeId, name }: Pick<Proceeds, 'tradeId' | 'name'>,
): Promise<{ takenYen: number; missingYen: number }> {
  const memberId = (await findProceeds(db, tradeId))?.memberId
  if (memberId === undefined) return { takenYen: 0, missingYen: 0 }
  await lockProceeds(db, memberId)
  // read again under the lock
  const proceeds = await findProceeds(db, tradeId)
  if (!proceeds) throw new Error(`the proceeds of ${tradeId} are gone`)
  const { yen, takenYen: takenBefore, isCredited, leftYen } = proceeds
  const owedYen = yen - takenBefore
  const takenYen = isCredited ? Math.min(owedYen, leftYen) : owedYen
  if (takenYen > 0)
    await move(db, {
      kind: 'proceeds-return',
      cause: `${tradeId}:${takenBefore}`,
      reason: reasons.return(name),
      ofMember: { memberId },
      entries: [
        { account: isCredited ? proceedsAccount(memberId) : heldAccount(memberId), amount: BigInt(-takenYen) },
        { account: house, amount: BigInt(takenYen) },
      ],
    })
  const missingYen = owedYen - takenYen
  if (missingYen > 0) await openClaim(db, { tradeId, memberId, name, missingYen })
  else if (await closeClaim(db, tradeId)) await clearAlarms(db, tradeId, claimAlarm)
  return { takenYen, missingYen }
}
