import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs'
import { join } from 'node:path'
import { identify, isAlive } from '@kura/db/process-identity'

const inMemory = '/dev/shm'
/** The kernel's number for a file system in memory. */
const tmpfs = 0x01021994
const gibibyte = 2 ** 30
/** What a stage writes at most at one time, several times over. */
const wanted = 6 * gibibyte

/**
 * Runs work with TMPDIR in memory where there is room for it, else as it is. Every test has a
 * database of its own, of a thousand files: a disk needs twice as long for them. What PostgreSQL
 * promises about power failures no test can see.
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
  if (process.platform !== 'linux' || process.availableMemory() < wanted) return false
  try {
    const { type, bavail, bsize } = statfsSync(inMemory)
    return type === tmpfs && bavail * bsize >= wanted
  } catch {
    return false
  }
}

/** Others may pass through it, as through any TMPDIR: some tests run PostgreSQL as another user. */
function makeFolder(): string {
  const self = identify(process.pid)
  const folder = mkdtempSync(join(inMemory, `kura-run-${process.pid}-${self?.start ?? 0}-`))
  chmodSync(folder, 0o755)
  return folder
}

/** What runs left that were killed would stay in memory. */
function removeLeftovers(): void {
  if (!existsSync(inMemory)) return
  for (const name of readdirSync(inMemory)) {
    const [, pid, start] = /^kura-run-(\d+)-(\d+)-/.exec(name) ?? []
    if (!pid || !start || isAlive({ pid: Number(pid), start })) continue
    try {
      rmSync(join(inMemory, name), { recursive: true, force: true })
    } catch {
      // another user's, or one that another run removes just now
    }
  }
}
