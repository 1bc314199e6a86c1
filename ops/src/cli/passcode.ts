import { userInfo } from 'node:os'
import { parseArgs } from 'node:util'
import { Problem } from '../problem.ts'
import { withSql } from './with-sql.ts'

const usage =
  'npm run kura -- passcode make <pack id> --reason <text> [--count <n>] [--uses <n of each>] [--by <name>] [--dry-run]'

/**
 * Creates passcodes for a pack and prints them once, one per line. The audit records who created
 * them and why.
 */
export async function passcode(words: string[]): Promise<void> {
  const { values, positionals } = readWords(words)
  const [act, packId, ...rest] = positionals
  if (act !== 'make' || packId === undefined || rest.length > 0)
    throw new Problem('Passcodes of which pack are to be made?', usage)
  const isDryRun = values['dry-run'] ?? false
  const reason = values.reason?.trim() ?? ''
  if (reason === '' && !isDryRun) throw new Problem('What for? The reason is kept in the audit.', usage)
  const [count, uses] = [Number(values.count ?? '1'), Number(values.uses ?? '1')]
  const by = values.by ?? userInfo().username
  const { makePasscodes } = await import('@kura/server/shop/passcode/make-passcodes')
  await withSql(async (sql) => {
    try {
      const codes = await makePasscodes({ sql }, { packId, count, uses, by, reason, isDryRun })
      if (isDryRun) console.log(`would make ${count} passcodes of ${packId}, ${uses} uses each; nothing was made`)
      for (const code of codes) console.log(code)
    } catch (error) {
      if ((error as { code?: string }).code !== 'PASSCODES_REFUSED') throw error
      throw new Problem(`Nothing was made: ${(error as Error).message}.`, usage)
    }
  })
}

function readWords(words: string[]) {
  const text = { type: 'string' } as const
  try {
    return parseArgs({
      args: words,
      allowPositionals: true,
      options: { by: text, reason: text, count: text, uses: text, 'dry-run': { type: 'boolean' } },
    })
  } catch (error) {
    throw new Problem((error as Error).message, usage)
  }
}
