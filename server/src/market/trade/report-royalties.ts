import type { Deps } from '../../deps.ts'
import { sumRoyalties } from './royalty-queries.ts'
import type { HolderSums, Period } from './royalty-queries.ts'

export type RoyaltyReport = Period & { holders: HolderSums[]; total: Omit<HolderSums, 'rightsHolderId' | 'name'> }

const day = /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/
const isDay = (text: string): boolean =>
  day.test(text) && !Number.isNaN(Date.parse(text)) && new Date(text).toISOString().startsWith(text)

/**
 * What became of royalties by rights holder, from the ledger: of sales delivered, undone and paid out from one day of Japan to another, and what
 * is held and payable now. Undefined when a day is none, or the last is before the first.
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
