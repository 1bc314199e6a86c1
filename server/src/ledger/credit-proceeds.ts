import type { Words } from '@kura/contract/ids'
import type { Db } from '../db/connect.ts'
import { move } from './move.ts'
import { findCredited, lockAccounts } from './queries.ts'

export type Proceeds = {
  /** The sale between members: credited once for ever. */
  tradeId: string
  /** The seller. */
  memberId: string
  /** Whole yen, what is left of the price for the seller. */
  amountYen: number
  /** What was sold, as a member calls it. */
  name: Words
}

/** The account of what a member has earned by selling and not yet been paid out. */
const proceedsAccount = (memberId: string): string => `member:${memberId}:proceeds`
const house = 'proceeds:credited'

const reasons = {
  credit: (name: Words): Words => ({ ja: `${name.ja}の販売代金`, en: `Proceeds of selling ${name.en}` }),
  return: (name: Words): Words => ({
    ja: `${name.ja}の販売の取消に伴う返還`,
    en: `Taken back: the sale of ${name.en} was undone`,
  }),
}

/**
 * Credits the seller of a trade with the proceeds inside the caller's transaction, once; false when that was done before. The two
 * accounts say who has earned what; what the gateway holds of the price and the fee are the trade's own capture.
 */
export async function creditProceeds(db: Db, { tradeId, memberId, amountYen, name }: Proceeds): Promise<boolean> {
  if (!Number.isSafeInteger(amountYen) || amountYen < 1) throw new Error(`${amountYen} yen are no proceeds`)
  const account = proceedsAccount(memberId)
  await lockAccounts(db, memberId, [account], 'yen')
  return move(db, {
    kind: 'proceeds-credit',
    cause: tradeId,
    reason: reasons.credit(name),
    ofMember: { memberId },
    entries: [
      { account, amount: BigInt(amountYen) },
      { account: house, amount: BigInt(-amountYen) },
    ],
  })
}

/**
 * Takes the proceeds of a trade that was undone back, inside the caller's transaction, as far as the seller has any: nothing goes
 * below zero. Answers what was taken now and what is still missing, which a person has to settle; doing it again takes the rest when it is
 * there, and nothing twice.
 */
export async function takeBackProceeds(
  db: Db,
  { tradeId, name }: Pick<Proceeds, 'tradeId' | 'name'>,
): Promise<{ takenYen: number; missingYen: number }> {
  const seller = (await findCredited(db, tradeId))?.memberId
  if (seller === undefined) return { takenYen: 0, missingYen: 0 }
  const account = proceedsAccount(seller)
  await lockAccounts(db, seller, [account], 'yen')
  // as it is now that nobody else changes it
  const credited = await findCredited(db, tradeId)
  if (!credited) throw new Error(`the proceeds of ${tradeId} are gone`)
  const owedYen = credited.yen - credited.takenYen
  const takenYen = Math.min(owedYen, credited.leftYen)
  if (takenYen > 0)
    await move(db, {
      kind: 'proceeds-return',
      cause: `${tradeId}:${credited.takenYen}`,
      reason: reasons.return(name),
      ofMember: { memberId: seller },
      entries: [
        { account, amount: BigInt(-takenYen) },
        { account: house, amount: BigInt(takenYen) },
      ],
    })
  return { takenYen, missingYen: owedYen - takenYen }
}
