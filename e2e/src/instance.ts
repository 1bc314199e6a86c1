import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePorts, isServing, runKura, startKura } from '@kura/ops/testing/kura-process'
import { readInstance } from '@kura/ops/supervisor/instance'
import type { Instance } from '@kura/ops/supervisor/instance'
import { rootFolder } from '@kura/ops/settings'
import postgres from 'postgres'
import { until } from './until.ts'

export type Kura = {
  /** Its address for people. */
  app: string
  /** Its current status: processes change when one is restarted. */
  addresses: () => Instance
  sql: postgres.Sql
  /** Runs `npm run kura -- …` against it. */
  command: (...words: string[]) => Promise<{ code: number; output: string }>
  /** Sets switches of the sandbox: `card`, `mail`, `captcha`, `wallet`. */
  play: (part: string, switches: object) => Promise<void>
  /** Sets the faults of the Flow network; those not named are off. */
  playChain: (faults: object) => Promise<void>
  isServing: () => Promise<boolean>
  /** The last lines of every log, for a failure to be understood. */
  logs: () => Promise<string>
  stop: () => Promise<void>
}

/** A start takes seconds, on a busy machine a minute. */
const startMs = 240_000
const checkout = { folder: rootFolder, home: () => '', remove: () => Promise.resolve() }

/**
 * Starts the whole of Kura by its own command, on free ports and a data folder of its own, with the
 * demo catalogue. The folder begins as a copy of KURA_KEPT_HOME where that is set: one of an
 * earlier first start with the demo, stopped since.
 */
export async function startInstance(more: Record<string, string> = {}): Promise<Kura> {
  const folder = mkdtempSync(join(tmpdir(), 'kura-journey-'))
  const home = join(folder, 'home')
  const kept = process.env['KURA_KEPT_HOME']
  if (kept) copyHome(kept, home)
  const env = { PORT: String(await freePorts()), KURA_HOME: home, KURA_DEMO: 'true', ...more }
  const kura = startKura(checkout, { env })
  // one that never comes must fail by its output, and not hold everything up
  const limit = setTimeout(() => kura.signal('SIGTERM'), startMs)
  await kura.ready().finally(() => clearTimeout(limit))
  const addresses = () => readInstance(home) ?? raise('instance.json is gone')
  const { app, sandbox, accessNode, database } = addresses()
  const sql = postgres(database ?? '', { max: 2, onnotice: () => {} })
  return {
    app,
    addresses,
    sql,
    command: (...words) => runKura(checkout, ['kura', ...words], { env }),
    play: (part, switches) => put(`${sandbox}/sandbox/${part}`, switches),
    playChain: (faults) => put(`${accessNode}/sandbox/faults`, faults),
    isServing: () => isServing(app),
    logs: async () => `${kura.output()}\n${await readLogs(addresses())}`,
    stop: async () => {
      await sql.end()
      kura.signal('SIGTERM')
      await kura.ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

// PostgreSQL refuses a data folder that others may read, and folders are copied with the rights of
// new ones.
function copyHome(from: string, to: string): void {
  const before = process.umask(0o077)
  cpSync(from, to, { recursive: true })
  process.umask(before)
}

function raise(message: string): never {
  throw new Error(message)
}

async function put(url: string, body: object): Promise<void> {
  const headers = { 'content-type': 'application/json' }
  const response = await fetch(url, { method: 'PUT', headers, body: JSON.stringify(body) })
  if (!response.ok) throw new Error(`${url}: ${response.status} ${await response.text()}`)
}

async function readLogs({ home }: Instance): Promise<string> {
  const parts = ['server-1', 'sandbox'].map(async (name) => {
    const text = await readFile(join(home, 'logs', `${name}.log`), 'utf8').catch(() => '')
    return `── ${name} ──\n${text.split('\n').slice(-80).join('\n')}`
  })
  return (await Promise.all(parts)).join('\n')
}

/** A counter of the server's metrics, with all of its labels and processes together. */
export async function readCounter(kura: Kura, name: string): Promise<number> {
  let total = 0
  for (const url of kura.addresses().metrics ?? []) {
    const lines = (await (await fetch(url)).text()).split('\n')
    if (!lines.includes(`# TYPE ${name} counter`)) throw new Error(`${url} does not tell ${name}`)
    const values = lines.filter((line) => line.startsWith(`${name} `) || line.startsWith(`${name}{`))
    for (const line of values) total += Number(line.split(' ').at(-1))
  }
  return total
}

/** Ends the server with SIGKILL, wherever it is; resolves when its process is gone. */
export async function killServer(kura: Kura): Promise<void> {
  const found = kura.addresses().processes.find(({ name }) => name === 'server')
  if (!found) throw new Error('there is no server to kill')
  process.kill(found.pid, 'SIGKILL')
  await until('the server is gone', () => {
    try {
      process.kill(found.pid, 0)
      return Promise.resolve(false)
    } catch {
      return Promise.resolve(true)
    }
  })
}
