import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { lockHolder } from '@kura/db/file-lock'
import { isAlive } from '@kura/db/process-identity'
import type { ProcessIdentity } from '@kura/db/process-identity'
import { writeWhole } from './run-files.ts'

/** Every address of a running Kura, as `kura status` prints them. */
export type Instance = {
  app: string
  home: string
  live: boolean
  database?: string
  metrics?: string[]
  sandbox?: string
  wallet?: string
  mailbox?: string
  card?: string
  captcha?: string
  smtp?: string
  accessNode?: string
  flow?: Record<string, string | number>
  /** The environment of a server process, so that a command can use the same parts. */
  serverEnv?: Record<string, string>
  processes: { name: string; pid: number; start: string }[]
}

const fileOf = (home: string) => join(home, 'instance.json')

/** The lock a supervisor holds while it runs. */
export const supervisorLock = (home: string) => join(home, 'run', 'supervisor.lock')

/**
 * Writes the addresses to a file that only its owner may read: it contains the database password.
 */
export const writeInstance = (home: string, instance: Instance) =>
  writeWhole(fileOf(home), `${JSON.stringify(instance, null, 2)}\n`)

/** The addresses that the last start wrote, or undefined. */
export function readInstance(home: string): Instance | undefined {
  try {
    return JSON.parse(readFileSync(fileOf(home), 'utf8')) as Instance
  } catch {
    return undefined
  }
}

/** The supervisor that runs on a data folder, if any. */
export const runningSupervisor = (home: string): ProcessIdentity | undefined => lockHolder(supervisorLock(home))

/**
 * The addresses, and for each process whether it runs. Without the passwords of a server's
 * environment, because this is printed.
 */
export function instanceStatus(home: string) {
  const supervisor = runningSupervisor(home)
  const instance = readInstance(home)
  if (!supervisor || !instance) return { running: false as const, home }
  const { serverEnv: _secret, ...addresses } = instance
  const processes = instance.processes.map((one) => ({ ...one, alive: isAlive(one) }))
  return { running: true as const, ...addresses, supervisor: supervisor.pid, processes }
}
