import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseError } from './database-error.ts'
import { createOnce } from './file-lock.ts'
import { giveTo } from './postgres-user.ts'
import type { Launch } from './postgres-user.ts'

/** The password of the embedded server, made on first use and kept next to the data. */
export function ensurePassword(dataDir: string): string {
  const path = join(dirname(dataDir), 'keys', 'postgres-password')
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  createOnce(path, randomBytes(24).toString('hex'))
  return readFileSync(path, 'utf8').trim()
}

/** Explains the output of a PostgreSQL program in a sentence with a remedy. */
export function explainOutput(output: string, doing: string): DatabaseError {
  const last = output.trim().split('\n').slice(-3).join(' / ')
  if (/No space left on device/.test(output)) {
    return new DatabaseError(
      'DISK_FULL',
      `The disk is full: ${doing} stopped.`,
      'Free at least 500 MB and start again.',
    )
  }
  if (/Permission denied|Operation not permitted/.test(output)) {
    return new DatabaseError(
      'NO_PERMISSION',
      `PostgreSQL may not write its data: ${last}`,
      'Give the data folder to the user that starts Kura, or set KURA_HOME to another folder.',
    )
  }
  return new DatabaseError(
    'START_FAILED',
    `${doing} failed: ${last}`,
    'Run again with KURA_DEBUG=1 and read the log beside the data folder.',
  )
}

function runInitdb(launch: Launch, words: string[]): Promise<void> {
  const [command = '', ...rest] = [...launch.prefix, join(launch.native, 'bin', 'initdb'), ...words]
  return new Promise((resolve, reject) => {
    const child = spawn(command, rest, {
      cwd: '/',
      // A session of its own: Ctrl-C during the first start must not leave a partial folder that
      // passes for a complete one.
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { PATH: '/usr/local/bin:/usr/bin:/bin', LC_ALL: 'C' },
      ...(launch.uid === undefined ? {} : { uid: launch.uid, gid: launch.gid }),
    })
    let output = ''
    child.stdout.on('data', (chunk: Buffer) => (output += String(chunk)))
    child.stderr.on('data', (chunk: Buffer) => (output += String(chunk)))
    child.on('error', (error) => reject(explainOutput(error.message, 'creating the database')))
    child.on('close', (code) => (code === 0 ? resolve() : reject(explainOutput(output, 'Creating the database'))))
  })
}

const initWords = (folder: string, passwordFile: string, fsync: boolean) => [
  `--pgdata=${folder}`,
  '--username=kura',
  `--pwfile=${passwordFile}`,
  '--auth=scram-sha-256',
  '--encoding=UTF8',
  '--locale=C',
  '--locale-provider=builtin',
  '--builtin-locale=C.UTF-8',
  '--no-instructions',
  // The password is 192 random bits: stretching it would only slow every connection down.
  '--set=scram_iterations=1',
  ...(fsync ? [] : ['--no-sync']),
]

/**
 * Creates the data folder unless it is there. Built in a temporary folder and renamed, so that an
 * interrupted one is never used.
 */
export async function initEmbedded(options: {
  launch: Launch
  dataDir: string
  fsync: boolean
  log: (line: string) => void
}): Promise<void> {
  const { launch } = options
  if (existsSync(join(launch.dataDir, 'PG_VERSION'))) return
  options.log('Creating the database')
  const name = `${process.pid}-${randomBytes(4).toString('hex')}`
  const draft = `${launch.dataDir}.new-${name}`
  const passwordFile = `${launch.dataDir}.pw-${name}`
  try {
    mkdirSync(draft, { mode: 0o700, recursive: true })
    giveTo(launch, draft)
    writeFileSync(passwordFile, ensurePassword(options.dataDir), { mode: 0o600 })
    giveTo(launch, passwordFile)
    await runInitdb(launch, initWords(draft, passwordFile, options.fsync))
    renameSync(draft, launch.dataDir)
  } catch (error) {
    rmSync(draft, { recursive: true, force: true })
    // Another start was quicker: its folder is complete, ours is not needed.
    if (!existsSync(join(launch.dataDir, 'PG_VERSION'))) throw error
  } finally {
    rmSync(passwordFile, { force: true })
  }
}
