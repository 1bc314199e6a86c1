import { spawn } from 'node:child_process'
import { closeSync, mkdirSync, openSync, readFileSync, statSync } from 'node:fs'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { explainOutput } from './embedded-init.ts'
import { giveTo } from './postgres-user.ts'
import type { Launch } from './postgres-user.ts'
import { readPostmaster, removeStalePidFile, waitForPostmaster } from './postmaster-file.ts'
import type { Postmaster } from './postmaster-file.ts'

/** A port of this machine that is free at this moment. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo
      server.close(() => resolve(port))
    })
  })
}

function socketFolder(launch: Launch): string {
  const folder = join(launch.dataDir, 'socket')
  // The kernel allows 107 bytes for the path of a socket, and PostgreSQL adds the name of the file.
  if (Buffer.byteLength(folder) + '/.s.PGSQL.65535.lock'.length > 100) return ''
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  giveTo(launch, folder)
  return folder
}

/**
 * Settings for tests: their data need not survive a power failure, and many run in parallel on a
 * large machine.
 */
const forTests = {
  max_connections: 1000,
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  autovacuum: 'off',
  max_wal_size: '1GB',
}

function serverWords(launch: Launch, port: number, fsync: boolean): string[] {
  const settings: Record<string, string | number> = {
    port,
    listen_addresses: '127.0.0.1',
    unix_socket_directories: socketFolder(launch),
    max_connections: 200,
    shared_buffers: '128MB',
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_checkpoints: 'off',
    // no values of the row that is refused: the log outlives the member
    log_error_verbosity: 'terse',
    ...(fsync ? {} : forTests),
  }
  return ['-D', launch.dataDir, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])]
}

const maxLogBytes = 16 * 1024 * 1024

function openLog(path: string): { fd: number; from: number } {
  const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0
  const fresh = size > maxLogBytes
  return { fd: openSync(path, fresh ? 'w' : 'a', 0o600), from: fresh ? 0 : size }
}

/**
 * Runs the server and waits until it is ready. If another process was quicker on the same data,
 * uses its server.
 */
export async function launchPostmaster(options: {
  launch: Launch
  port: number
  logFile: string
  fsync: boolean
}): Promise<(Postmaster & { adopted: boolean }) | 'port-taken'> {
  const { launch } = options
  // After a SIGKILL of the server its children need a moment to notice; until then the data is
  // locked.
  for (let attempt = 0; ; attempt++) {
    removeStalePidFile(launch.dataDir)
    const result = await launchOnce(options)
    if (result === 'port-taken' || 'process' in result) return result
    const locked = /pre-existing shared memory block|lock file .* (already exists|is empty)/.test(result.output)
    const other = await waitForPostmaster(launch.dataDir)
    if (other) return { ...other, adopted: true }
    if (!locked || attempt > 100) throw explainOutput(result.output, 'Starting PostgreSQL')
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

async function launchOnce(options: {
  launch: Launch
  port: number
  logFile: string
  fsync: boolean
}): Promise<(Postmaster & { adopted: boolean }) | 'port-taken' | { output: string }> {
  const { launch } = options
  const log = openLog(options.logFile)
  const words = serverWords(launch, options.port, options.fsync)
  const [command = '', ...rest] = [...launch.prefix, join(launch.native, 'bin', 'postgres'), ...words]
  const child = spawn(command, rest, {
    cwd: '/',
    // A session of its own: Ctrl-C on the terminal goes to the supervisor, which stops the database
    // last.
    detached: true,
    stdio: ['ignore', log.fd, log.fd],
    env: { PATH: '/usr/local/bin:/usr/bin:/bin', LC_ALL: 'C' },
    ...(launch.uid === undefined ? {} : { uid: launch.uid, gid: launch.gid }),
  })
  closeSync(log.fd)
  child.unref()
  let ended: string | undefined
  child.once('error', (error) => (ended = error.message))
  child.once('exit', () => (ended ??= ''))
  for (;;) {
    const running = readPostmaster(launch.dataDir)
    if (running?.process.pid === child.pid && running?.status === 'ready') return { ...running, adopted: false }
    if (ended !== undefined) {
      const output = ended + readFileSync(options.logFile).subarray(log.from).toString('utf8')
      return /could not create any TCP\/IP sockets/.test(output) ? 'port-taken' : { output }
    }
    await new Promise((resolve) => setTimeout(resolve, 30))
  }
}
