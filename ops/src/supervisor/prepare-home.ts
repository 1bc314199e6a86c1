import { accessSync, constants, mkdirSync, statfsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { tryLock } from '@kura/db/file-lock'
import { Problem } from '../problem.ts'
import type { Settings } from '../settings.ts'
import { readInstance, runningSupervisor, supervisorLock } from './instance.ts'

/** Enough for a database, its log and the pictures of the demo catalogue. */
const neededBytes = 300e6

/** Creates the data folder and checks that it can be used. */
export function prepareHome(home: string) {
  try {
    mkdirSync(home, { recursive: true, mode: 0o755 })
    accessSync(home, constants.W_OK | constants.X_OK)
    for (const folder of ['run', 'keys', 'logs', 'media'])
      mkdirSync(join(home, folder), { recursive: true, mode: folder === 'keys' ? 0o700 : 0o755 })
    writeFileSync(join(home, 'run', '.written'), '')
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code
    if (code === 'ENOSPC' || code === 'EDQUOT') throw error
    throw new Problem(
      `The data folder ${home} cannot be used by this user (${code}).`,
      'Run as its owner, or set KURA_HOME to a folder of your own.',
      error,
    )
  }
  const { bavail, bsize } = statfsSync(home)
  if (bavail * bsize < neededBytes) {
    throw new Problem(
      `The disk is almost full: ${Math.floor((bavail * bsize) / 1e6)} MB are free in ${home}, Kura needs ${neededBytes / 1e6} MB.`,
      'Free some space, or set KURA_HOME to a folder on another disk.',
    )
  }
}

/** Makes this process the supervisor of the data folder, or fails naming the one that runs. */
export function becomeSupervisor(settings: Settings): { release: () => void } {
  const lock = tryLock(supervisorLock(settings.home))
  if ('release' in lock) return lock
  const pid = lock.holder?.pid ?? runningSupervisor(settings.home)?.pid
  const where = readInstance(settings.home)?.app
  throw new Problem(
    `Kura already runs${where ? ` at ${where}` : ''} with the data folder ${settings.home} (pid ${pid ?? 'unknown'}).`,
    `Use that one, or stop it${pid ? ` (kill ${pid})` : ''}; a second one beside it needs its own PORT and KURA_HOME.`,
  )
}
