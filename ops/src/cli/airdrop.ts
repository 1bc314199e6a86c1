import { readFileSync } from 'node:fs'
import { userInfo } from 'node:os'
import { parseArgs } from 'node:util'
import { Problem } from '../problem.ts'
import { withSql } from './with-sql.ts'

const usage =
  'npm run kura -- airdrop list [--json] | open|close <id> --reason <text> | add <id> <e-mail, Flow address or user id>… [--file <one per line>] --reason <text> [--by <name>] [--dry-run]'

/**
 * Lists airdrops, stops or resumes their claims, and names recipients. The audit records who did it
 * and why.
 */
export async function airdrop(words: string[]): Promise<void> {
  const { values, positionals } = readWords(words)
  const [act = '', airdropId, ...who] = positionals
  if (act === 'list' && airdropId === undefined) return list(values.json ?? false)
  const isAct = act === 'open' || act === 'close' || act === 'add'
  if (!isAct || airdropId === undefined || (act !== 'add' && who.length > 0))
    throw new Problem('What is to be done with which airdrop?', usage)
  const isDryRun = values['dry-run'] ?? false
  const reason = values.reason?.trim() ?? ''
  if (reason === '' && !isDryRun) throw new Problem('Why? The reason is kept in the audit.', usage)
  const named = [...who, ...(values.file === undefined ? [] : readLines(values.file))]
  const by = values.by ?? userInfo().username
  const { actOnAirdrop } = await import('@kura/server/shop/airdrop/act-on-airdrop')
  await withSql(async (sql) => {
    try {
      await actOnAirdrop({ sql }, { act, airdropId, who: named, by, reason, isDryRun }, console.log)
    } catch (error) {
      if ((error as { code?: string }).code !== 'AIRDROP_REFUSED') throw error
      throw new Problem(`Nothing was changed: ${(error as Error).message}.`, usage)
    }
  })
}

async function list(asJson: boolean): Promise<void> {
  const { listAirdropsByHand } = await import('@kura/server/shop/airdrop/act-on-airdrop')
  await withSql(async (sql) => {
    const all = await listAirdropsByHand({ sql })
    if (asJson) return console.log(JSON.stringify(all, null, 2))
    if (all.length === 0) console.log('There is no airdrop.')
    for (const { id, name, isForAll, isClosed, isOver, claims, named, remaining } of all) {
      const state = isClosed ? 'closed' : isOver ? 'over' : 'open'
      console.log(`${id} ${name}: ${state}, for ${isForAll ? 'all' : named}, ${claims} claims, ${remaining} packs left`)
    }
  })
}

function readLines(file: string): string[] {
  try {
    return readFileSync(file, 'utf8')
      .split(/\r?\n/)
      .map((line) => line.trim())
      .filter((line) => line !== '')
  } catch (error) {
    throw new Problem(`${file} cannot be read: ${(error as Error).message}`, usage)
  }
}

function readWords(words: string[]) {
  const text = { type: 'string' } as const
  const flag = { type: 'boolean' } as const
  try {
    return parseArgs({
      args: words,
      allowPositionals: true,
      options: { by: text, reason: text, file: text, 'dry-run': flag, json: flag },
    })
  } catch (error) {
    throw new Problem((error as Error).message, usage)
  }
}
