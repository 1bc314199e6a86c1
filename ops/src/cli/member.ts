import { userInfo } from 'node:os'
import { parseArgs } from 'node:util'
import { Problem } from '../problem.ts'
import { requireServerEnv } from './with-database.ts'

const usage = 'npm run kura -- member ban|unban|delete <user id or e-mail> --reason <text> [--by <name>] [--dry-run]'

/** Bans a member, lifts a ban, or deletes an account. Who did it and why is in the audit. */
export async function member(words: string[]): Promise<void> {
  const { values, positionals } = readWords(words)
  const [act, who, ...rest] = positionals
  if ((act !== 'ban' && act !== 'unban' && act !== 'delete') || who === undefined || rest.length > 0)
    throw new Problem('What is to be done with which member?', usage)
  const reason = values.reason?.trim() ?? ''
  const isDryRun = values['dry-run'] ?? false
  if (reason === '' && !isDryRun) throw new Problem('Why? The reason is kept in the audit.', usage)
  const [{ buildDeps }, { readEnv }, { actByHand }] = await Promise.all([
    import('@kura/server/deps'),
    import('@kura/server/env'),
    import('@kura/server/member/act-by-hand'),
  ])
  const deps = await buildDeps(readEnv({ ...requireServerEnv(), LOG_LEVEL: 'fatal' }))
  const by = values.by ?? userInfo().username
  try {
    await actByHand(deps, { act, who, by, reason, isDryRun }, console.log)
  } catch (error) {
    if ((error as { code?: string }).code !== 'MEMBER_REFUSED') throw error
    throw new Problem(`Nothing was changed: ${(error as Error).message}.`, usage)
  } finally {
    await deps.close()
  }
}

function readWords(words: string[]) {
  try {
    return parseArgs({
      args: words,
      allowPositionals: true,
      options: { by: { type: 'string' }, reason: { type: 'string' }, 'dry-run': { type: 'boolean' } },
    })
  } catch (error) {
    throw new Problem((error as Error).message, usage)
  }
}
