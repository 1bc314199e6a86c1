import { readFile } from 'node:fs/promises'
import { userInfo } from 'node:os'
import { parseArgs } from 'node:util'
import { Problem } from '../problem.ts'
import { requireServerEnv } from './with-database.ts'

const usage =
  'npm run kura -- reconcile [card|paidy|chain] [--since <day or time>] [--list <file.csv>] | --close <item> --reason <text> [--by <name>]'
const names = ['card', 'paidy', 'chain'] as const
type Name = (typeof names)[number]

/**
 * Compares our books with the card gateway, Paidy and the chain, or closes an open item. Exit code
 * 1 when something new is found.
 */
export async function reconcile(words: string[]): Promise<void> {
  const { values, positionals } = readWords(words)
  const source = readSource(positionals)
  const since = values.since === undefined ? undefined : readTime(values.since)
  if (values.list !== undefined && (source === undefined || source === 'chain'))
    throw new Problem('Whose list is it, card or paidy?', usage)
  const { id, reason } = readClosing(values)
  const [{ buildDeps }, { readEnv }, { reconcileByHand }, { closeItem }] = await Promise.all([
    import('@kura/server/deps'),
    import('@kura/server/env'),
    import('@kura/server/audit/reconcile/reconcile-by-hand'),
    import('@kura/server/audit/reconcile/open-items'),
  ])
  const deps = await buildDeps(readEnv({ ...requireServerEnv(), LOG_LEVEL: 'fatal' }))
  try {
    if (id !== undefined) {
      const closed = await closeItem(deps, { id, reason, by: values.by ?? userInfo().username })
      if (!closed) throw new Problem(`No item ${id} is open.`, 'npm run kura -- reconcile')
      return console.log(`closed: ${closed.source} ${closed.kind} ${closed.subject}`)
    }
    const gateway = source === 'card' || source === 'paidy' ? source : undefined
    const list = values.list !== undefined && gateway ? { gateway, bytes: await readBytes(values.list) } : undefined
    if (!(await reconcileByHand(deps, { source, since, list }, console.log))) process.exitCode = 1
  } catch (error) {
    if ((error as { code?: string }).code !== 'LIST_REFUSED') throw error
    throw new Problem((error as Error).message, usage)
  } finally {
    await deps.close()
  }
}

const readBytes = (path: string) =>
  readFile(path).catch(() => {
    throw new Problem(`${path} cannot be read.`, usage)
  })

function readSource([name, ...rest]: string[]): Name | undefined {
  const source = names.find((one) => one === name)
  if ((name !== undefined && !source) || rest.length > 0) throw new Problem('Compare with what?', usage)
  return source
}

function readClosing({ close, reason }: { close?: string; reason?: string }) {
  if (close === undefined) return { id: undefined, reason: '' }
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(close))
    throw new Problem(`${close} is not an id of an open item.`, usage)
  if (!reason?.trim()) throw new Problem('Why? The reason is kept in the audit.', usage)
  return { id: close, reason: reason.trim() }
}

/** A day begins at midnight in Japan. */
function readTime(text: string): Date {
  const time = new Date(/^\d{4}-\d\d-\d\d$/.test(text) ? `${text}T00:00:00+09:00` : text)
  if (Number.isNaN(time.getTime()) || !/^\d{4}-/.test(text))
    throw new Problem(`--since ${text} is no day or time, such as 2026-11-21 or 2026-11-21T09:00:00+09:00.`, usage)
  return time
}

function readWords(words: string[]) {
  try {
    return parseArgs({
      args: words,
      allowPositionals: true,
      options: {
        since: { type: 'string' },
        list: { type: 'string' },
        close: { type: 'string' },
        reason: { type: 'string' },
        by: { type: 'string' },
      },
    })
  } catch (error) {
    throw new Problem((error as Error).message, usage)
  }
}
