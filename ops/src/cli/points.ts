import { userInfo } from 'node:os'
import { parseArgs } from 'node:util'
import { Problem } from '../problem.ts'
import { withSql } from './with-sql.ts'

const grantUsage =
  'npm run kura -- points grant <user id or e-mail> <amount> --kind paid|free --reason-ja <text> --reason-en <text> [--days <n>] [--once <name>] [--by <name>] [--dry-run]'
const reportUsage = 'npm run kura -- points report --date <31 March or 30 September, YYYY-MM-DD> [--json]'

/** Grants a member points, or reports points issued, used and expired up to a base date. */
export async function points(words: string[]): Promise<void> {
  const [act, ...rest] = words
  if (act === 'grant') return grant(rest)
  if (act === 'report') return report(rest)
  throw new Problem('What is to be done with points?', `${grantUsage}\n${reportUsage}`)
}

async function grant(words: string[]): Promise<void> {
  const { values, positionals } = readGrant(words)
  const [who, amount, ...rest] = positionals
  const { kind, 'reason-ja': ja, 'reason-en': en } = values
  if (who === undefined || amount === undefined || rest.length > 0) throw new Problem('How many for whom?', grantUsage)
  if (kind !== 'paid' && kind !== 'free')
    throw new Problem('Paid or free points? The law treats them apart.', grantUsage)
  if (!ja?.trim() || !en?.trim()) throw new Problem('Why? The member reads it in both languages.', grantUsage)
  const [{ grantByHand }, { limits }] = await Promise.all([
    import('@kura/server/money/point/grant-by-hand'),
    import('@kura/contract/limits'),
  ])
  const order = {
    who,
    kind,
    amount: Number(amount),
    days: values.days === undefined ? limits.pointDays : Number(values.days),
    reason: { ja: ja.trim(), en: en.trim() },
    by: values.by ?? userInfo().username,
    once: values.once,
    isDryRun: values['dry-run'] ?? false,
  } as const
  await withSql(async (sql) => {
    try {
      await grantByHand({ sql }, order, console.log)
    } catch (error) {
      if ((error as { code?: string }).code !== 'MEMBER_REFUSED') throw error
      throw new Problem(`Nothing was changed: ${(error as Error).message}.`, grantUsage)
    }
  })
}

function readGrant(words: string[]) {
  const text = { type: 'string' } as const
  const options = { kind: text, 'reason-ja': text, 'reason-en': text, days: text, once: text, by: text } as const
  try {
    const all = { ...options, 'dry-run': { type: 'boolean' } } as const
    return parseArgs({ args: words, allowPositionals: true, options: all })
  } catch (error) {
    throw new Problem((error as Error).message, grantUsage)
  }
}

async function report(words: string[]): Promise<void> {
  const { values } = readReport(words)
  const { reportPoints } = await import('@kura/server/money/point/report-points')
  await withSql(async (sql) => {
    const found = await reportPoints({ sql }, values.date ?? '')
    if (!found) throw new Problem('Points are reported for 31 March and 30 September.', reportUsage)
    if (values.json) console.log(JSON.stringify(found, null, 2))
    else for (const line of tableOf(found)) console.log(line)
  })
}

function readReport(words: string[]) {
  try {
    return parseArgs({ args: words, options: { date: { type: 'string' }, json: { type: 'boolean' } } })
  } catch (error) {
    throw new Problem((error as Error).message, reportUsage)
  }
}

type Report = {
  baseDate: string
  previousBaseDate: string
  isFinal: boolean
  kinds: { kind: string; before: number; issued: number; used: number; expired: number; unused: number }[]
  warning: string | null
}

function tableOf({ baseDate, previousBaseDate, isFinal, kinds, warning }: Report): string[] {
  const columns = ['before', 'issued', 'used', 'expired', 'unused'] as const
  const row = (first: string, cells: readonly (string | number)[]) =>
    `${first.padEnd(6)}${cells.map((cell) => String(cell).padStart(14)).join('')}`
  return [
    `Points after ${previousBaseDate} up to the end of ${baseDate} in Japan, one yen each`,
    ...(isFinal ? [] : ['The base date is not over: these figures still change.']),
    row('', columns),
    ...kinds.map((each) =>
      row(
        each.kind,
        columns.map((column) => each[column]),
      ),
    ),
    ...(warning ? [`WARNING: ${warning}`] : []),
  ]
}
