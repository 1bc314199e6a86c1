import { userInfo } from 'node:os'
import { parseArgs } from 'node:util'
import type { buildDeps } from '@kura/server/deps'
import { Problem } from '../problem.ts'
import { runningServerEnv } from './with-database.ts'
import { withSql } from './with-sql.ts'

const usages = {
  list: 'npm run kura -- payout list',
  batch: 'npm run kura -- payout batch --pay-on <YYYY-MM-DD> [--by <name>] [--dry-run]',
  discard: 'npm run kura -- payout discard <batch> [--by <name>]',
  release: 'npm run kura -- payout release <batch> --out <file> --payer <file.json> [--by <another name>]',
  result: 'npm run kura -- payout result <batch> <the bank’s file> [--by <name>]',
  return:
    'npm run kura -- payout return <payout number> | --batch <number> --reason no-account|holder-differs|account-closed|stopped-by-sender|other [--by <name>]',
  rename: 'npm run kura -- payout rename <user id> --reason <text> [--by <name>]',
}
type Act = keyof typeof usages
const isAct = (word: string | undefined): word is Act => word !== undefined && word in usages

/** Pays sellers: batches of payouts, the bank's transfer file and its result. */
export async function payout(words: string[]): Promise<void> {
  const [act, ...rest] = words
  if (!isAct(act)) throw new Problem('What is to be done with payouts?', Object.values(usages).join('\n'))
  const { values, positionals } = readWords(act, rest)
  const by = values.by ?? userInfo().username
  const [payouts, results, { readPayer, readReason }] = await Promise.all([
    import('@kura/server/money/payout/batch'),
    import('@kura/server/money/payout/result'),
    import('@kura/server/money/payout/payer'),
  ])
  const first = positionals[0]
  const isMailed = act === 'result' || act === 'return'
  await (isMailed ? withRunning : withSqlAlone)(async (deps) => {
    const { sql } = deps
    try {
      if (act === 'list') return await payouts.listPayoutBatches({ sql }, console.log)
      if (act === 'batch') {
        const order = { payOn: values['pay-on'] ?? '', by, isDryRun: values['dry-run'] ?? false }
        return await payouts.makePayoutBatch({ sql }, order, console.log)
      }
      if (act === 'rename') {
        if (!first || !values.reason?.trim()) throw new Problem('Whose account, and why?', usages.rename)
        const order = { memberId: first, by, reason: values.reason.trim() }
        return await payouts.renamePayoutHolder({ sql }, order, console.log)
      }
      if (act === 'return' && values.batch !== undefined) {
        const order = { number: readNumber(act, values.batch), reason: readReason(values.reason), by }
        return await results.returnPayoutBatch(deps as Running, order, console.log)
      }
      const number = readNumber(act, first)
      if (act === 'discard') return await payouts.discardPayoutBatch({ sql }, { number, by }, console.log)
      if (act === 'release') {
        const { out: path, payer: payerFile } = values
        if (!path || !payerFile)
          throw new Problem('Where does the file go, and from which account is it paid?', usages.release)
        const payer = await readPayer(payerFile)
        return await payouts.releasePayoutBatch({ sql }, { number, by, path, payer }, console.log)
      }
      if (act === 'result') {
        const path = positionals[1]
        if (!path) throw new Problem('Which file did the bank give back?', usages.result)
        return await results.readPayoutResult(deps as Running, { number, path, by }, console.log)
      }
      const reason = readReason(values.reason)
      return await results.returnPayout(deps as Running, { number, reason, by }, console.log)
    } catch (error) {
      if ((error as { code?: string }).code !== 'PAYOUT_REFUSED') throw error
      const { message, refusal } = error as Error & { refusal: string }
      throw new Problem(`Nothing was changed: ${message} [${refusal}].`, usages[act])
    }
  })
}

type Running = Awaited<ReturnType<typeof buildDeps>>
type Work = (deps: Pick<Running, 'sql'>) => Promise<void>

const withSqlAlone = (work: Work): Promise<void> => withSql((sql) => work({ sql }))

/**
 * Runs work with what a bank result needs: the site's address for mails, and a counter of alarms.
 */
async function withRunning(work: Work): Promise<void> {
  const env = runningServerEnv()
  if (!env) throw new Problem('Kura does not run.', 'Start it: members are written to about each result.')
  const [{ buildDeps: build }, { readEnv }] = await Promise.all([
    import('@kura/server/deps'),
    import('@kura/server/env'),
  ])
  const deps = await build(readEnv({ ...env, LOG_LEVEL: 'fatal' }))
  try {
    await work(deps)
  } finally {
    await deps.close()
  }
}

function readWords(act: Act, words: string[]) {
  const text = { type: 'string' } as const
  const options = {
    by: text,
    'pay-on': text,
    out: text,
    payer: text,
    reason: text,
    batch: text,
    'dry-run': { type: 'boolean' },
  } as const
  try {
    return parseArgs({ args: words, allowPositionals: true, options })
  } catch (error) {
    throw new Problem((error as Error).message, usages[act])
  }
}

function readNumber(act: Act, word: string | undefined): number {
  const number = Number(word)
  if (!Number.isSafeInteger(number) || number < 1) throw new Problem('Which number?', usages[act])
  return number
}
