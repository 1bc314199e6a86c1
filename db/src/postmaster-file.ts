import { readFileSync, readlinkSync, realpathSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { identify, isAlive } from './process-identity.ts'
import type { ProcessIdentity } from './process-identity.ts'

/** A running PostgreSQL, by its own pid file. */
export type Postmaster = { process: ProcessIdentity; port: number; status: string }

const fileOf = (dataDir: string) => join(dataDir, 'postmaster.pid')

/** A postmaster works in its data folder; a later process with the same number does not. */
function worksIn(pid: number, dataDir: string): boolean {
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === realpathSync(dataDir)
  } catch {
    return false
  }
}

/** The server that runs on a data folder, in whatever state; undefined when there is none. */
export function readPostmaster(dataDir: string): Postmaster | undefined {
  let lines: string[]
  try {
    lines = readFileSync(fileOf(dataDir), 'utf8').split('\n')
  } catch {
    return undefined
  }
  const pid = Number(lines[0])
  const process = identify(pid)
  if (!process || !worksIn(pid, dataDir)) return undefined
  return { process, port: Number(lines[3]), status: (lines[7] ?? '').trim() }
}

/**
 * An empty file belongs to a server that is about to write it, unless it stays empty for longer.
 */
const writingMs = 5000

/**
 * Removes the pid file of a dead server: PostgreSQL itself is misled when another process has its
 * number.
 */
export function removeStalePidFile(dataDir: string) {
  const stat = statSync(fileOf(dataDir), { throwIfNoEntry: false })
  const isBeingWritten = stat?.size === 0 && Date.now() - stat.mtimeMs < writingMs
  if (stat && !isBeingWritten && !readPostmaster(dataDir)) rmSync(fileOf(dataDir), { force: true })
}

/**
 * Waits until the server of a data folder accepts connections; undefined when there is none or it
 * goes away.
 */
export async function waitForPostmaster(dataDir: string): Promise<Postmaster | undefined> {
  for (;;) {
    const running = readPostmaster(dataDir)
    if (!running || !isAlive(running.process)) return undefined
    if (running.status === 'ready') return running
    await new Promise((resolve) => setTimeout(resolve, 30))
  }
}
