import { newId } from '../../platform/db/id.ts'
import { transaction } from '../../platform/db/transaction.ts'
import type { Deps } from '../../deps.ts'
import { bookRoyaltyPayment, royaltyAccount } from '../../money/ledger/book-trade.ts'
import { recordAct } from '../../platform/audit-log-queries.ts'
import { findHolder, isPaymentBooked, lockPayable, sumRoyalties } from './royalty-queries.ts'
import type { HolderSums, Period } from './royalty-queries.ts'

/** Royalties could not be booked as paid, in a sentence for the person who asked. */
export class RoyaltyRefusedError extends Error {
  readonly code = 'ROYALTY_REFUSED'
}
export type RoyaltyPayment = {
  rightsHolderId: string
  amountYen: number
  by: string
  reason: string
  /** The payment's reference: the same one is booked only once. */
  once: string | undefined
  isDryRun: boolean
}

/**
 * `kura royalties pay`: books a payment to a rights holder, made at the bank, never more than is
 * payable. The audit records who did it and why. Fails with RoyaltyRefusedError.
 */
export async function payRoyalties(
  { sql }: Pick<Deps, 'sql'>,
  { rightsHolderId, amountYen, by, reason, once, isDryRun }: RoyaltyPayment,
  say: (line: string) => void,
): Promise<void> {
  if (!Number.isSafeInteger(amountYen) || amountYen < 1)
    throw new RoyaltyRefusedError('an amount is whole yen, one or more')
  await transaction(sql, async (db) => {
    const holder = await findHolder(db, rightsHolderId)
    if (!holder) throw new RoyaltyRefusedError(`there is no rights holder ${rightsHolderId}`)
    const payableYen = await lockPayable(db, royaltyAccount(rightsHolderId))
    const paymentId = once === undefined ? newId() : `once:${rightsHolderId}:${once}`
    const payment = { paymentId, rightsHolderId, amountYen, name: holder.name }
    const left = `${payableYen - amountYen} yen are left to pay`
    if (!isDryRun && once !== undefined && (await isPaymentBooked(db, paymentId)))
      return say('it was booked before; nothing was changed')
    if (amountYen > payableYen) throw new RoyaltyRefusedError(`only ${payableYen} yen are payable to ${rightsHolderId}`)
    if (isDryRun) return say(`would book ${amountYen} yen paid to ${holder.name.en}; ${left}; nothing was changed`)
    await bookRoyaltyPayment(db, payment)
    const details = { reason, amountYen, paymentId }
    await recordAct(db, { actor: `operator:${by}`, act: 'royalties.paid', subject: rightsHolderId, details })
    say(`booked ${amountYen} yen paid to ${holder.name.en}; ${left}`)
  })
}

export type RoyaltyReport = Period & { holders: HolderSums[]; total: Omit<HolderSums, 'rightsHolderId' | 'name'> }

const day = /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/
const isDay = (text: string): boolean =>
  day.test(text) && !Number.isNaN(Date.parse(text)) && new Date(text).toISOString().startsWith(text)

/**
 * Royalties by rights holder, from the ledger: of sales delivered, undone and paid out from one day
 * of Japan to another, and what is held and payable now. Undefined when a day is invalid, or the
 * last is before the first.
 */
export async function reportRoyalties({ sql }: Pick<Deps, 'sql'>, period: Period): Promise<RoyaltyReport | undefined> {
  const { from, to } = period
  if ([from, to].some((at) => at !== undefined && !isDay(at))) return undefined
  if (from !== undefined && to !== undefined && to < from) return undefined
  const holders = await sumRoyalties(sql, period)
  const sum = (of: keyof RoyaltyReport['total']): number => holders.reduce((all, holder) => all + holder[of], 0)
  const total = {
    sales: sum('sales'),
    salesYen: sum('salesYen'),
    royaltyYen: sum('royaltyYen'),
    undoneYen: sum('undoneYen'),
    paidYen: sum('paidYen'),
    heldYen: sum('heldYen'),
    payableYen: sum('payableYen'),
  }
  return { ...period, holders: [...holders], total }
}
