import { userInfo } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { Problem } from '../problem.ts'
import { readSettings } from '../settings.ts'
import { runningServerEnv } from './with-database.ts'
import { withSql } from './with-sql.ts'

const usage = `npm run kura -- client
  list [--json]
  import <file.yaml> [--dry-run]   adds or replaces the services of the file; others stay
  remove <id>                      ends every connection with it`

/** Services that members can connect with their account: lists, imports and removes them. */
export async function client(words: string[]): Promise<void> {
  const { values, positionals } = readWords(words)
  const [act, what, ...rest] = positionals
  const by = values.by ?? userInfo().username
  if (rest.length > 0 || (act === 'list') !== (what === undefined)) throw new Problem('Which service?', usage)
  const [{ importClients, removeClient }, { listClients }] = await Promise.all([
    import('@kura/server/identity/service/import-clients'),
    import('@kura/server/identity/service/queries'),
  ])
  await withSql(async (sql) => {
    if (act === 'list') {
      const found = await listClients(sql)
      if (values.json) return console.log(JSON.stringify([...found], null, 2))
      for (const { id, name, scopes, redirectUris } of found)
        console.log(`${id}  ${name.en}  ${scopes.join(' ')}  ${redirectUris.join(' ')}`)
      if (found.length === 0) console.log('no services')
    } else if (act === 'import' && what !== undefined) {
      const file = resolve(process.env['INIT_CWD'] ?? '.', what)
      const mediaDir =
        runningServerEnv()?.['MEDIA_DIR'] ?? process.env['MEDIA_DIR'] ?? join(readSettings().home, 'media')
      const options = { file, by, isDryRun: values['dry-run'] ?? false }
      for (const line of await orProblem(() => importClients({ sql, mediaDir }, options))) console.log(line)
    } else if (act === 'remove' && what !== undefined) {
      const connections = await orProblem(() => removeClient({ sql }, { id: what, by }))
      console.log(`${what} is removed; ${connections} members were connected`)
    } else throw new Problem('What is to be done about services?', usage)
  })
}

/** The outcome, or a refusal in words. */
async function orProblem<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const { code, message } = error as Error & { code?: string }
    if (code === 'ENOENT') throw new Problem('There is no such file.', usage)
    if (code !== 'CLIENT_REFUSED') throw error
    throw new Problem(`Nothing was changed: ${message}.`, usage)
  }
}

function readWords(words: string[]) {
  const flag = { type: 'boolean' } as const
  try {
    const options = { by: { type: 'string' }, json: flag, 'dry-run': flag } as const
    return parseArgs({ args: words, allowPositionals: true, options })
  } catch (error) {
    throw new Problem((error as Error).message, usage)
  }
}
