import { userInfo } from 'node:os'
import { parseArgs } from 'node:util'
import { Problem } from '../problem.ts'
import { withSql } from './with-sql.ts'

const usage =
  'npm run kura -- gift list [--member <id or e-mail>] [--json] | show <id> | withdraw <id> --reason <text> [--by <name>] [--dry-run]'

/**
 * Shows gifts and transfers, and withdraws an unclaimed gift that was sent by mail. The audit
 * records who did it and why.
 */
export async function gift(words: string[]): Promise<void> {
  const { values, positionals } = readWords(words)
  const [act = 'list', id] = positionals
  const isKnown = (act === 'list' && id === undefined) || ((act === 'show' || act === 'withdraw') && id !== undefined)
  if (!isKnown || positionals.length > 2) throw new Problem('What is to be done with which gift?', usage)
  if (id !== undefined && !/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id))
    throw new Problem(`${id} is not an id of a gift or a transfer.`, usage)
  if (act === 'withdraw' && !values.reason) throw new Problem('Give the reason: --reason', usage)
  const { showByHand, withdrawByHand } = await import('@kura/server/market/gift/act-by-hand')
  await withSql(async (sql) => {
    try {
      if (act !== 'withdraw')
        return await showByHand({ sql }, { who: values.member, id, asJson: values.json ?? false }, console.log)
      const by = values.by ?? userInfo().username
      const isDryRun = values['dry-run'] ?? false
      await withdrawByHand({ sql }, { id: id!, by, reason: values.reason!, isDryRun }, console.log)
    } catch (error) {
      if (!['GIFT_REFUSED', 'MEMBER_REFUSED'].includes((error as { code?: string }).code ?? '')) throw error
      throw new Problem(`Nothing was done: ${(error as Error).message}.`, usage)
    }
  })
}

function readWords(words: string[]) {
  try {
    return parseArgs({
      args: words,
      allowPositionals: true,
      options: {
        member: { type: 'string' },
        reason: { type: 'string' },
        by: { type: 'string' },
        json: { type: 'boolean' },
        'dry-run': { type: 'boolean' },
      },
    })
  } catch (error) {
    throw new Problem((error as Error).message, usage)
  }
}
