import { pointKinds } from '@kura/contract/money/point'
import type { PointKind } from '@kura/contract/money/point'
import type { Deps } from '../../deps.ts'
import { isDayOver, sumUntil } from './report-queries.ts'

/** Points of one kind in the half-year that ends on the base date; one point stands for one yen. */
export type KindReport = {
  kind: PointKind
  /** Not used at the end of the base date before. */
  before: number
  /** Granted, less the points withdrawn with refunded purchases. */
  issued: number
  /** Spent, less the points returned from orders. */
  used: number
  expired: number
  unused: number
}
export type PointReport = {
  baseDate: string
  previousBaseDate: string
  /** False until the base date has ended in Japan: the figures still change. */
  isFinal: boolean
  kinds: KindReport[]
  warning: string | null
}

/**
 * Above so many yen of unused paid points at a base date the law asks for a notification and a
 * deposit of half of it.
 */
const depositLimitYen = 10_000_000

/** The base date before, where the date is one: 31 March and 30 September. */
function baseBefore(date: string): string | undefined {
  const year = Number(date.slice(0, 4))
  if (!/^\d{4}-(03-31|09-30)$/.test(date) || year < 2000) return undefined
  return date.endsWith('03-31') ? `${year - 1}-09-30` : `${date.slice(0, 4)}-03-31`
}

/**
 * Points issued, used and expired in the half-year up to the end of a base date in Japan, from the
 * ledger alone, paid and free apart. Undefined when the date is not a base date.
 */
export async function reportPoints({ sql }: Pick<Deps, 'sql'>, baseDate: string): Promise<PointReport | undefined> {
  const previousBaseDate = baseBefore(baseDate)
  if (!previousBaseDate) return undefined
  const [isFinal, earlier, later] = await sql.begin('isolation level repeatable read read only', async (db) => [
    await isDayOver(db, baseDate),
    await sumUntil(db, previousBaseDate),
    await sumUntil(db, baseDate),
  ])
  const kinds = pointKinds.map((kind): KindReport => {
    const [was, is] = [earlier[kind], later[kind]]
    return {
      kind,
      before: was.unused,
      issued: is.issued - was.issued,
      used: is.used - was.used,
      expired: is.expired - was.expired,
      unused: is.unused,
    }
  })
  const unusedPaid = kinds.find(({ kind }) => kind === 'paid')?.unused ?? 0
  const warning =
    unusedPaid > depositLimitYen
      ? `${unusedPaid} yen of unused paid points are more than ${depositLimitYen}: unless all of them expire within six months of their issue, a notification and a deposit of half are due within two months of the base date.`
      : null
  return { baseDate, previousBaseDate, isFinal, kinds, warning }
}
