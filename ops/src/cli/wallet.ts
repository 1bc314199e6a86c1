import { userInfo } from 'node:os'
import { parseArgs } from 'node:util'
import { Problem } from '../problem.ts'
import { requireServerEnv } from './with-database.ts'

const usage = 'npm run kura -- wallet list | approve <id> [--by <name>] | refuse <id> [--note <text>] [--by <name>]'

/**
 * Lists and decides members' requests to recover a linked wallet. The audit records who decided.
 */
export async function wallet(words: string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args: words,
    allowPositionals: true,
    options: { by: { type: 'string' }, note: { type: 'string' }, json: { type: 'boolean' } },
  })
  const [act = 'list', id = ''] = positionals
  const by = values.by ?? userInfo().username
  const isKnown = act === 'list' || ((act === 'approve' || act === 'refuse') && id !== '')
  if (!isKnown) throw new Problem('What is to be done with which recovery?', usage)
  if (id !== '' && !/^[0-9a-f-]{36}$/.test(id)) throw new Problem(`${id} is not an id of a recovery.`, usage)
  const [{ buildDeps }, { readEnv }, { decideByHand }] = await Promise.all([
    import('@kura/server/deps'),
    import('@kura/server/env'),
    import('@kura/server/identity/wallet/decide-recovery'),
  ])
  const deps = await buildDeps(readEnv({ ...requireServerEnv(), LOG_LEVEL: 'fatal' }))
  try {
    await decideByHand(deps, { act, id, by, note: values.note ?? '', asJson: values.json ?? false }, console.log)
  } catch (error) {
    if ((error as { code?: string }).code !== 'DECISION_REFUSED') throw error
    throw new Problem((error as Error).message, 'npm run kura -- wallet list')
  } finally {
    await deps.close()
  }
}
