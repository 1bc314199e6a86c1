import { Readable } from 'node:stream'
import type { ParsedOf } from '@kura/contract/endpoint'
import { ensure } from '@kura/contract/errors'
import type { showSalesReport as contract } from '@kura/contract/money/receipt'
import { showOperator } from '../../catalogue/operator/operator.ts'
import type { Deps } from '../../deps.ts'
import type { Db } from '../../platform/db/connect.ts'
import { limitRate } from '../../platform/http/limit-rate.ts'
import type { RawFile, Viewer } from '../../platform/http/on.ts'
import { hasReport, listMonth, sumReport } from './report-queries.ts'
import type { ReportLine } from './report-queries.ts'
import { reportWords } from './report-words.ts'
import type { ReportWords } from './report-words.ts'

type Language = 'ja' | 'en'
type Input = ParsedOf<typeof contract>

/**
 * The member's sales of a year as PDF. Fails with NOT_FOUND for a year without a summary, and while
 * no operator is set.
 */
export async function showSalesReport(
  deps: Pick<Deps, 'sql'>,
  { memberId }: Viewer,
  { params: { year }, query }: Input,
  language: Language,
): Promise<RawFile> {
  await limitRate(deps, 'receiptPerMember', memberId)
  ensure(await hasReport(deps.sql, memberId, year), 'NOT_FOUND')
  const issuer = await showOperator(deps)
  ensure(issuer.name.ja !== '', 'NOT_FOUND')
  const { now, sums } = await sumReport(deps.sql, memberId, year)
  // loaded on the first request: no server needs it at start
  const { drawSalesReport } = await import('./draw-sales-report.ts')
  const rawFile = await drawSalesReport({ year, issuer, issuedAt: now, sums }, query.language ?? language)
  return { rawFile, name: `sales-${year}.pdf` }
}

/**
 * Every line of the member's year as CSV, read and sent month by month. Fails with NOT_FOUND for a
 * year without a summary.
 */
export async function showSalesTable(
  deps: Pick<Deps, 'sql'>,
  { memberId }: Viewer,
  { params: { year }, query }: Input,
  language: Language,
): Promise<RawFile> {
  await limitRate(deps, 'receiptPerMember', memberId)
  ensure(await hasReport(deps.sql, memberId, year), 'NOT_FOUND')
  const table = writeTable(deps.sql, memberId, year, query.language ?? language)
  return { rawFile: Readable.from(table, { objectMode: false }), name: `sales-${year}.csv` }
}

type Column = keyof ReportWords['csv']['columns']
const summed = [
  'priceYen',
  'feeYen',
  'contentAccessYen',
  'taxYen',
  'royaltyYen',
  'proceedsYen',
  'transferredYen',
  'payoutFeeYen',
  'points',
] as const satisfies readonly Column[]

async function* writeTable(sql: Db, memberId: string, year: string, language: Language): AsyncGenerator<string> {
  const { columns, kinds, sum } = reportWords[language].csv
  const order = Object.keys(columns) as Column[]
  const totals = Object.fromEntries(summed.map((name) => [name, 0])) as Record<(typeof summed)[number], number>
  // Excel reads a file as UTF-8 only with this mark
  yield `\uFEFF${csvLine(Object.values(columns))}`
  for (let month = 1; month <= 12; month += 1) {
    const rows = await listMonth(sql, memberId, year, month)
    for (const row of rows) for (const name of summed) totals[name] += row[name] ?? 0
    const cellOf = (row: ReportLine, name: Column) =>
      name === 'kind' ? kinds[row.kind] : name === 'name' ? (row.name?.[language] ?? '') : row[name]
    yield rows.map((row) => csvLine(order.map((name) => cellOf(row, name)))).join('')
  }
  const isSum = (name: Column): name is (typeof summed)[number] => (summed as readonly Column[]).includes(name)
  yield csvLine(order.map((name) => (name === 'at' ? sum : isSum(name) ? totals[name] : '')))
}

/**
 * One line of CSV. Texts are quoted, and a text that a spreadsheet would run as a formula begins
 * with an apostrophe. Numbers are our own and stay numbers, also negative ones.
 */
export const csvLine = (cells: readonly (string | number | null)[]): string =>
  `${cells.map((cell) => (typeof cell === 'string' ? textCell(cell) : String(cell ?? ''))).join(',')}\r\n`

// in full width, too: a Japanese spreadsheet takes those for the same signs
const formula = /^\s*[=+\-@＝＋－＠|\t\r]/
const textCell = (text: string): string => `"${(formula.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`
