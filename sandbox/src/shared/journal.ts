import { open, readFile, rename } from 'node:fs/promises'

export type Journal<T> = {
  /** What was on disk when the journal was opened, oldest first. */
  readonly records: readonly T[]
  /** Resolves once the record is on disk. Records land in the order of the calls. */
  append(record: T): Promise<void>
  /** Resolves once everything appended so far is on disk. */
  settled(): Promise<void>
  close(): Promise<void>
}

/**
 * Opens an append-only file of JSON lines; at opening the records go through `compact` and the file
 * is rewritten. A line torn by a kill was never answered for, so it is dropped.
 */
export async function openJournal<T>(
  path: string,
  compact: (records: T[]) => T[] = (records) => records,
): Promise<Journal<T>> {
  const records = compact(await readLines<T>(path))
  await rewrite(path, records)
  const file = await open(path, 'a', 0o600)
  let waiting: string[] = []
  let flushing: Promise<void> | undefined
  let tail: Promise<void> = Promise.resolve()

  // Lines that arrive while a flush is under way share the next one: one fsync for many appends.
  const flush = async () => {
    const lines = waiting
    waiting = []
    flushing = undefined
    await file.appendFile(lines.join(''))
    await file.datasync()
  }
  return {
    records,
    append(record) {
      waiting.push(`${JSON.stringify(record)}\n`)
      flushing ??= tail.then(flush)
      tail = flushing
      return tail
    },
    settled: () => tail,
    async close() {
      await tail.catch(() => {})
      await file.close()
    },
  }
}

async function readLines<T>(path: string): Promise<T[]> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return ''
    throw error
  })
  const complete = text.slice(0, text.lastIndexOf('\n') + 1)
  return complete
    .split('\n')
    .filter(Boolean)
    .flatMap(parseLine<T>)
}

function parseLine<T>(line: string): T[] {
  try {
    return [JSON.parse(line) as T]
  } catch {
    return []
  }
}

async function rewrite(path: string, records: readonly unknown[]) {
  await writeSafely(path, records.map((record) => `${JSON.stringify(record)}\n`).join(''))
}

/**
 * Replaces a file in one step, readable by its owner only: after a kill it holds the old text or
 * the new, never half.
 */
export async function writeSafely(path: string, text: string): Promise<void> {
  const file = await open(`${path}.new`, 'w', 0o600)
  await file.writeFile(text)
  await file.sync()
  await file.close()
  await rename(`${path}.new`, path)
}
