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
  /** What a server process gets, so that a command line can act on the same parts. */
  serverEnv?: Record<string, string>
  processes: { name: string; pid: number; start: string }[]
}

const fileOf = (home: string) => join(home, 'instance.json')

/** The lock a supervisor holds while it lives. */
export const supervisorLock = (home: string) => join(home, 'run', 'supervisor.lock')

/** Writes down the addresses; only the owner may read them, the database password is among them. */
export const writeInstance = (home: string, instance: Instance) =>
  writeWhole(fileOf(home), `${JSON.stringify(instance, null, 2)}\n`)

/** The addresses a start wrote down last; undefined when there was none. */
export function readInstance(home: string): Instance | undefined {
  try {
    return JSON.parse(readFileSync(fileOf(home), 'utf8')) as Instance
  } catch {
    return undefined
  }
}

/** The supervisor that lives on a data folder, if any. */
export const runningSupervisor = (home: string): ProcessIdentity | undefined => lockHolder(supervisorLock(home))

/**
 * The addresses with, for each process, whether it lives. Without the passwords of a server's
 * environment: this is printed.
 */
export function instanceStatus(home: string) {
  const supervisor = runningSupervisor(home)
  const instance = readInstance(home)
  if (!supervisor || !instance) return { running: false as const, home }
  const { serverEnv: _secret, ...addresses } = instance
  const processes = instance.processes.map((one) => ({ ...one, alive: isAlive(one) }))
  return { running: true as const, ...addresses, supervisor: supervisor.pid, processes }
}
