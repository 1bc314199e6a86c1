import type { Words } from '@kura/contract/ids'
import type { Db } from '../../platform/db/connect.ts'
import { move } from './move.ts'
import { findProceeds, lockAccounts } from './queries.ts'

export type Proceeds = {
  /** The sale between members: held once and credited once for ever. */
  tradeId: string
  /** The seller. */
  memberId: string
  /** Whole yen, what is left of the price for the seller. */
  amountYen: number
  /** What was sold, as a member calls it. */
  name: Words
}

/**
 * The account of what a member has earned by selling and not yet been paid out; before that, of
 * what has not cleared yet.
 */
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
    en: `Taken back: the sale of ${name.en} was undone`,
  }),
}

/**
 * Puts the proceeds of a delivered trade on the seller's account of what has not cleared yet,
 * inside the caller's transaction, once; false when that was done before. The accounts of sellers
 * and `proceeds:credited` say who has earned what; what the gateway holds of the price and the fee
 * are the trade's own movements.
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
 * Makes the held proceeds of a trade payable inside the caller's transaction, once; false when that
 * was done before, or they were taken back. Fails when nothing was held.
 */
export async function creditProceeds(db: Db, { tradeId, name }: Pick<Proceeds, 'tradeId' | 'name'>): Promise<boolean> {
  const memberId = (await findProceeds(db, tradeId))?.memberId
  if (memberId === undefined) throw new Error(`no proceeds of ${tradeId} are held`)
  await lockProceeds(db, memberId)
  const { yen, takenYen, isCredited } = (await findProceeds(db, tradeId))!
  if (isCredited || takenYen > 0) return false
  return move(db, {
    kind: 'proceeds-credit',
    cause: tradeId,
    reason: reasons.credit(name),
    ofMember: { memberId },
    entries: [
      { account: heldAccount(memberId), amount: BigInt(-yen) },
      { account: proceedsAccount(memberId), amount: BigInt(yen) },
    ],
  })
}

/**
 * Takes the proceeds of a trade that was undone back, inside the caller's transaction: what has not
 * cleared whole, what has as far as the seller has any; nothing goes below zero. Returns what was
 * taken now and what is still missing, which a person has to settle; doing it again takes the rest
 * when it is there, and nothing twice.
 */
export async function takeBackProceeds(
  db: Db,
  { tradeId, name }: Pick<Proceeds, 'tradeId' | 'name'>,
): Promise<{ takenYen: number; missingYen: number }> {
  const memberId = (await findProceeds(db, tradeId))?.memberId
  if (memberId === undefined) return { takenYen: 0, missingYen: 0 }
  await lockProceeds(db, memberId)
  // as it is now that nobody else changes it
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
  return { takenYen, missingYen: owedYen - takenYen }
}
