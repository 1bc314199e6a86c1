import { mkdirSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import postgres from 'postgres'
import { DatabaseError } from './database-error.ts'
import { ensurePassword, initEmbedded } from './embedded-init.ts'
import { freePort, launchPostmaster } from './embedded-launch.ts'
import { readPostmaster, waitForPostmaster } from './postmaster-file.ts'
import type { Postmaster } from './postmaster-file.ts'
import { findPostgres } from './postgres-binaries.ts'
import { placeOf, planLaunch } from './postgres-user.ts'
import type { Launch } from './postgres-user.ts'
import { isAlive, signal, waitUntilGone } from './process-identity.ts'
import type { ProcessIdentity } from './process-identity.ts'

export type EmbeddedOptions = {
  dataDir: string
  /**
   * The preferred port. A server that already runs on the data keeps its own; a taken port is
   * replaced by a free one.
   */
  port: number
  log: (line: string) => void
  /** false only for data that may be lost with the machine: tests. */
  fsync?: boolean
  /** false runs root's PostgreSQL as another user even where a user namespace would work. */
  namespaces?: boolean
}

export type Embedded = {
  /** The address of the database `kura` on this server. */
  url: string
  port: number
  process: ProcessIdentity
  /** Whether it was running already. */
  adopted: boolean
}

const urlOf = (password: string, port: number, database: string) =>
  `postgres://kura:${password}@127.0.0.1:${port}/${database}`

/** Creates the database `kura` on the server if it is not there. */
async function ensureDatabase(password: string, port: number) {
  const sql = postgres(urlOf(password, port, 'postgres'), { max: 1, onnotice: () => {} })
  try {
    const [found] = await sql`select 1 from pg_database where datname = 'kura'`
    if (!found) await sql`create database kura`
  } catch (error) {
    // Two starts at once: the other one has just created it.
    if (!['42P04', '23505'].includes((error as { code?: string }).code ?? '')) throw error
  } finally {
    await sql.end()
  }
}

async function finish(options: EmbeddedOptions, running: Postmaster, adopted: boolean): Promise<Embedded> {
  const password = ensurePassword(options.dataDir)
  await ensureDatabase(password, running.port)
  return { url: urlOf(password, running.port, 'kura'), port: running.port, process: running.process, adopted }
}

/**
 * The server that already runs on the data folder, or undefined. Waits first for one that is
 * shutting down.
 */
export async function adoptEmbedded(options: Pick<EmbeddedOptions, 'dataDir' | 'port' | 'log'>) {
  const running = await waitForPostmaster(placeOf(options.dataDir))
  return running && finish(options, running, true)
}

async function startOnce(options: EmbeddedOptions, launch: Launch, port: number): Promise<Embedded | 'port-taken'> {
  const running = await waitForPostmaster(launch.dataDir)
  if (running) return finish(options, running, true)
  const started = await launchPostmaster({
    launch,
    port,
    logFile: `${options.dataDir}.log`,
    fsync: options.fsync ?? true,
  })
  return started === 'port-taken' ? started : finish(options, started, started.adopted)
}

/**
 * Starts PostgreSQL on the data folder in a session of its own, creating the data first if there is
 * none; adopts one that runs.
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<Embedded> {
  mkdirSync(dirname(options.dataDir), { recursive: true })
  const launch = planLaunch({ native: findPostgres(), dataDir: options.dataDir, namespaces: options.namespaces })
  if (launch.notice) options.log(launch.notice)
  await initEmbedded({ launch, dataDir: options.dataDir, fsync: options.fsync ?? true, log: options.log })
  let port = options.port === 0 ? await freePort() : options.port
  for (let attempt = 0; attempt < 5; attempt++) {
    const started = await startOnce(options, launch, port)
    if (started !== 'port-taken') return started
    port = await freePort()
  }
  throw new DatabaseError('PORT_TAKEN', 'PostgreSQL found no free port.', 'Close other programs or set another PORT.')
}

/**
 * Stops the server of a data folder the fast way: sessions are ended, everything is on disk.
 * Resolves when it is gone.
 */
export async function stopEmbedded(options: { dataDir: string }): Promise<void> {
  const running = readPostmaster(placeOf(options.dataDir))
  if (!running) return
  signal(running.process, 'SIGINT')
  if (await waitUntilGone(running.process, 30_000)) return
  signal(running.process, 'SIGQUIT')
  await waitUntilGone(running.process, 10_000)
}

/** Removes the data of an embedded server that does not run. */
export function removeEmbedded(dataDir: string) {
  const place = placeOf(dataDir)
  const running = readPostmaster(place)
  if (running && isAlive(running.process)) {
    throw new DatabaseError('START_FAILED', `PostgreSQL still runs on ${place}.`, 'Stop Kura first.')
  }
  for (const path of [place, dataDir, `${dataDir}.place`, `${dataDir}.log`])
    rmSync(path, { recursive: true, force: true })
  if (place !== dataDir) rmSync(join(place, '..'), { recursive: true, force: true })
}
