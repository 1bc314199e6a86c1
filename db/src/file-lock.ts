import { randomBytes } from 'node:crypto'
import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { identify, isAlive } from './process-identity.ts'
import type { ProcessIdentity } from './process-identity.ts'

const own = () => identify(process.pid) ?? { pid: process.pid, start: '' }

/** Creates `path` with `content` in one step; false when it exists already. */
export function createOnce(path: string, content: string, mode = 0o600): boolean {
  const draft = `${path}.${process.pid}.${randomBytes(4).toString('hex')}`
  writeFileSync(draft, content, { mode })
  try {
    linkSync(draft, path)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  } finally {
    rmSync(draft, { force: true })
  }
}

function readText(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}

/** Who holds the lock at `path`, if that process still runs. */
export function lockHolder(path: string): ProcessIdentity | undefined {
  const text = readText(path)
  if (text === undefined) return undefined
  try {
    const holder = JSON.parse(text) as ProcessIdentity
    return isAlive(holder) ? holder : undefined
  } catch {
    return undefined
  }
}

/**
 * Removes a lock whose holder died. Two processes may try at once: a process that moved a fresh
 * lock by mistake restores it.
 */
function removeStale(path: string) {
  const stale = readText(path)
  if (stale === undefined || lockHolder(path)) return
  const aside = `${path}.stale.${process.pid}.${randomBytes(4).toString('hex')}`
  try {
    renameSync(path, aside)
  } catch {
    return
  }
  const moved = readText(aside)
  if (moved !== undefined && moved !== stale) createOnce(path, moved)
  rmSync(aside, { force: true })
}

/**
 * Takes the lock at `path` for this process, or returns its holder. Released by `release` or by the
 * death of the process.
 */
export function tryLock(path: string): { release: () => void } | { holder: ProcessIdentity | undefined } {
  mkdirSync(dirname(path), { recursive: true })
  const content = JSON.stringify(own())
  if (!createOnce(path, content)) {
    removeStale(path)
    if (!createOnce(path, content)) return { holder: lockHolder(path) }
  }
  return {
    release: () => {
      if (readText(path) === content) rmSync(path, { force: true })
    },
  }
}

/** Runs `work` while no other process runs work under the same lock. */
export async function withLock<T>(path: string, work: () => Promise<T>): Promise<T> {
  for (;;) {
    const lock = tryLock(path)
    if ('release' in lock) {
      try {
        return await work()
      } finally {
        lock.release()
      }
    }
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}
