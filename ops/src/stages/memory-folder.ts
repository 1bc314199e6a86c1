import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs'
import { join } from 'node:path'
import { identify, isAlive } from '@kura/db/process-identity'

const inMemory = '/dev/shm'
/** The kernel's number for a file system in memory. */
const tmpfs = 0x01021994
const gibibyte = 2 ** 30
/** Several times the most a stage has on disk at one time. */
const neededBytes = 6 * gibibyte

/**
 * Runs work with TMPDIR in memory where there is room, else unchanged. Every test has its own
 * database of a thousand files, which takes twice as long on a disk. No test depends on what
 * PostgreSQL promises about power failures.
 */
export async function withTemporaryInMemory<T>(work: () => Promise<T>): Promise<T> {
  removeLeftovers()
  if (!hasRoom()) return work()
  const before = process.env['TMPDIR']
  const folder = makeFolder()
  process.env['TMPDIR'] = folder
  try {
    return await work()
  } finally {
    if (before === undefined) delete process.env['TMPDIR']
    else process.env['TMPDIR'] = before
    rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 250 })
  }
}

function hasRoom(): boolean {
  if (process.platform !== 'linux' || process.availableMemory() < neededBytes) return false
  try {
    const { type, bavail, bsize } = statfsSync(inMemory)
    return type === tmpfs && bavail * bsize >= neededBytes
  } catch {
    return false
  }
}

/** Other users may enter it, as any TMPDIR: some tests run PostgreSQL as another user. */
function makeFolder(): string {
  const self = identify(process.pid)
  const folder = mkdtempSync(join(inMemory, `kura-run-${process.pid}-${self?.start ?? 0}-`))
  chmodSync(folder, 0o755)
  return folder
}

/** Removes the folders of killed runs, which would otherwise stay in memory. */
function removeLeftovers(): void {
  if (!existsSync(inMemory)) return
  for (const name of readdirSync(inMemory)) {
    const [, pid, start] = /^kura-run-(\d+)-(\d+)-/.exec(name) ?? []
    if (!pid || !start || isAlive({ pid: Number(pid), start })) continue
    try {
      rmSync(join(inMemory, name), { recursive: true, force: true })
    } catch {
      // it belongs to another user, or another run is removing it
    }
  }
}
