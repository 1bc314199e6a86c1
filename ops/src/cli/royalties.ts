import { userInfo } from 'node:os'
import { parseArgs } from 'node:util'
import { Problem } from '../problem.ts'
import { withSql } from './with-sql.ts'

const reportUsage = 'npm run kura -- royalties report [--from <day>] [--to <day>] [--csv | --json]'
const payUsage =
  'npm run kura -- royalties pay <rights holder> <yen> --reason <text> [--once <name>] [--by <name>] [--dry-run]'

/** Reports what rights holders earned from sales between members, or books a payment to one. */
export async function royalties(words: string[]): Promise<void> {
  const [act, ...rest] = words
  if (act === 'report') return report(rest)
  if (act === 'pay') return pay(rest)
  throw new Problem('What is to be done with royalties?', `${reportUsage}\n${payUsage}`)
}

const text = { type: 'string' } as const
const flag = { type: 'boolean' } as const

async function report(words: string[]): Promise<void> {
  const options = { from: text, to: text, csv: flag, json: flag } as const
  const { values } = orProblem(reportUsage, () => parseArgs({ args: words, options }))
  const { reportRoyalties } = await import('@kura/server/market/trade/royalties')
  await withSql(async (sql) => {
    const found = await reportRoyalties({ sql }, { from: values.from, to: values.to })
    if (!found) throw new Problem('Days are YYYY-MM-DD, and the last is not before the first.', reportUsage)
    if (values.json) console.log(JSON.stringify(found, null, 2))
    else for (const line of values.csv ? csvOf(found) : tableOf(found)) console.log(line)
  })
}

type Sums = {
  sales: number
  salesYen: number
  royaltyYen: number
  undoneYen: number
  paidYen: number
  heldYen: number
  payableYen: number
}
type Report = {
  from: string | undefined
  to: string | undefined
  holders: (Sums & { rightsHolderId: string | null; name: { ja: string; en: string } | null })[]
  total: Sums
}
const columns = ['sales', 'salesYen', 'royaltyYen', 'undoneYen', 'paidYen', 'heldYen', 'payableYen'] as const

function tableOf({ from, to, holders, total }: Report): string[] {
  const heads = ['sales', 'sold for', 'royalty', 'undone', 'paid', 'held now', 'payable now']
  const row = (first: string, cells: readonly (string | number)[]) =>
    `${first.padEnd(24)}${cells.map((cell) => String(cell).padStart(12)).join('')}`
  const of = (sums: Sums) => columns.map((column) => sums[column])
  return [
    `Royalties of sales between members ${from ?? 'from the beginning'} to ${to ?? 'now'} (days of Japan), in yen`,
    row('', heads),
    ...holders.map((holder) => row(holder.rightsHolderId ?? '(nobody is named)', of(holder))),
    row('all', of(total)),
  ]
}

const csvOf = ({ holders }: Report): string[] => [
  ['rights holder', 'name (ja)', 'name (en)', ...columns].map(cellOf).join(','),
  ...holders.map((holder) =>
    [
      holder.rightsHolderId ?? '',
      holder.name?.ja ?? '',
      holder.name?.en ?? '',
      ...columns.map((column) => String(holder[column])),
    ]
      .map(cellOf)
      .join(','),
  ),
]

/**
 * A CSV cell that a spreadsheet reads as text: quoted where needed, never a formula. Amounts may be
 * negative.
 */
function cellOf(value: string): string {
  const plain = /^[=+@\t\r-]/.test(value) && !/^-\d+$/.test(value) ? `'${value}` : value
  return /[",\n\r]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain
}

async function pay(words: string[]): Promise<void> {
  const options = { reason: text, once: text, by: text, 'dry-run': flag } as const
  const { values, positionals } = orProblem(payUsage, () => parseArgs({ args: words, allowPositionals: true, options }))
  const [rightsHolderId, amount, ...rest] = positionals
  if (rightsHolderId === undefined || amount === undefined || rest.length > 0)
    throw new Problem('Who was paid how much?', payUsage)
  const reason = values.reason?.trim() ?? ''
  const isDryRun = values['dry-run'] ?? false
  if (reason === '' && !isDryRun) throw new Problem('Why? The reason is kept in the audit.', payUsage)
  const { payRoyalties } = await import('@kura/server/market/trade/royalties')
  const by = values.by ?? userInfo().username
  const payment = { rightsHolderId, amountYen: Number(amount), by, reason, once: values.once, isDryRun }
  await withSql(async (sql) => {
    try {
      await payRoyalties({ sql }, payment, console.log)
    } catch (error) {
      if ((error as { code?: string }).code !== 'ROYALTY_REFUSED') throw error
      throw new Problem(`Nothing was changed: ${(error as Error).message}.`, payUsage)
    }
  })
}

function orProblem<T>(usage: string, read: () => T): T {
  try {
    return read()
  } catch (error) {
    throw new Problem((error as Error).message, usage)
  }
}
