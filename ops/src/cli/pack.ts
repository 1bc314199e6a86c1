import { userInfo } from 'node:os'
import { parseArgs } from 'node:util'
import { Problem } from '../problem.ts'
import { withSql } from './with-sql.ts'

const usage = 'npm run kura -- pack open|close <pack id> --reason <text> [--for-good] [--by <name>] [--dry-run]'

/** Opens or closes the sale of a pack. The audit records who did it and why. */
export async function pack(words: string[]): Promise<void> {
  const { values, positionals } = readWords(words)
  const [act, packId, ...rest] = positionals
  if ((act !== 'open' && act !== 'close') || packId === undefined || rest.length > 0)
    throw new Problem('What is to be done with which pack?', usage)
  const isForGood = values['for-good'] ?? false
  if (act === 'open' && isForGood) throw new Problem('Only closing can be for good.', usage)
  const isDryRun = values['dry-run'] ?? false
  const reason = values.reason?.trim() ?? ''
  if (reason === '' && !isDryRun) throw new Problem('Why? The reason is kept in the audit.', usage)
  const by = values.by ?? userInfo().username
  const { actOnSale } = await import('@kura/server/shop/pack/act-on-sale')
  await withSql(async (sql) => {
    try {
      await actOnSale({ sql }, { act, packId, by, reason, isForGood, isDryRun }, console.log)
    } catch (error) {
      if ((error as { code?: string }).code !== 'SALE_REFUSED') throw error
      throw new Problem(`Nothing was changed: ${(error as Error).message}.`, usage)
    }
  })
}

function readWords(words: string[]) {
  try {
    return parseArgs({
      args: words,
      allowPositionals: true,
      options: {
        by: { type: 'string' },
        reason: { type: 'string' },
        'for-good': { type: 'boolean' },
        'dry-run': { type: 'boolean' },
      },
    })
  } catch (error) {
    throw new Problem((error as Error).message, usage)
  }
}
