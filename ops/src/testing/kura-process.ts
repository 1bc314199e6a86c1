import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { isFree } from '../supervisor/ports.ts'
import type { Clone } from './clone.ts'

type Env = Record<string, string>
type Options = { env?: Env; uid?: number }

export type KuraProcess = {
  pid: number
  output: () => string
  /** Resolves when it prints that it is ready; fails with its output when it ends before. */
  ready: () => Promise<void>
  /** Resolves when its output matches. */
  says: (pattern: RegExp) => Promise<void>
  signal: (name: NodeJS.Signals) => void
  /** The exit code and all output, once it has ended. */
  ended: Promise<{ code: number | null; output: string }>
}

// Below the ports that systems give to connections: one of those could take a port between the
// check and the start.
const places = { first: 12_000, count: 2000, size: 10 }
/** The range of one test process, so that two in parallel do not try the same ports. */
const placesEach = 8
let tries = 0

/** A port that is free with the five after it; another one each time. */
export async function freePorts(): Promise<number> {
  for (;;) {
    const place = (process.pid * placesEach + tries++) % places.count
    const port = places.first + place * places.size
    const free = await Promise.all([0, 1, 2, 3, 4, 5].map((step) => isFree(port + step)))
    if (free.every(Boolean)) return port
  }
}

// Settings of the person who runs the tests must not reach the tested process.
const callerEnv = (): Env =>
  Object.fromEntries(
    ['PATH', 'HOME', 'LANG', 'KURA_DEBUG'].flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])),
  )

// The demo catalogue takes seconds, and these tests do not need it; the one that does enables it.
const startEnv = (): Env => ({ ...callerEnv(), KURA_DEMO: 'false' })

const commandOf = (clone: Clone, words: string[]) => [join(clone.folder, 'ops', 'bootstrap.mjs'), ...words]
const identityOf = ({ uid }: Options) => (uid === undefined ? {} : { uid, gid: uid })

/** The time to read the last output of a process from its pipes. */
const lastWordsMs = 1000
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** Runs `npm start` of a clone, without npm. */
export function startKura(clone: Clone, options: Options & { words?: string[] } = {}): KuraProcess {
  const child = spawn(process.execPath, commandOf(clone, options.words ?? ['start']), {
    cwd: clone.folder,
    env: { ...startEnv(), ...options.env },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...identityOf(options),
  })
  let output = ''
  child.stdout.on('data', (chunk: Buffer) => (output += String(chunk)))
  child.stderr.on('data', (chunk: Buffer) => (output += String(chunk)))
  let isOver = false
  const ended = new Promise<{ code: number | null; output: string }>((resolve) => {
    child.on('exit', (code) => {
      isOver = true
      // Children that outlive it keep the pipes open, so the wait for their closing has a limit.
      void Promise.race([once(child, 'close'), pause(lastWordsMs)]).then(() => resolve({ code, output }))
    })
  })
  const says = async (pattern: RegExp) => {
    while (!pattern.test(output)) {
      if (isOver) throw new Error(`Kura ended before it said ${pattern}:\n${output}`)
      await pause(30)
    }
  }
  return {
    pid: child.pid ?? 0,
    output: () => output,
    ready: () => says(/Kura is ready/),
    says,
    signal: (name) => void child.kill(name),
    ended,
  }
}

/** Runs one command of a clone until it ends. */
export function runKura(
  clone: Clone,
  words: string[],
  options: Options = {},
): Promise<{ code: number; output: string }> {
  return new Promise((resolve) => {
    const run = { cwd: clone.folder, env: { ...startEnv(), ...options.env }, ...identityOf(options) }
    execFile(process.execPath, commandOf(clone, words), run, (error, stdout, stderr) => {
      const code = error ? (typeof error.code === 'number' ? error.code : 1) : 0
      resolve({ code, output: stdout + stderr })
    })
  })
}

export type Status = {
  running: boolean
  app: string
  database: string
  sandbox: string
  mailbox: string
  wallet: string
  accessNode: string
  flow: Record<string, string | number>
  supervisor: number
  processes: { name: string; pid: number; alive: boolean }[]
}

/** Returns the output of `kura status --json`. */
export async function statusOf(clone: Clone, env: Env): Promise<Status> {
  const { output } = await runKura(clone, ['kura', 'status', '--json'], { env })
  return JSON.parse(output) as Status
}

/** Polls until the result is not undefined. */
export async function eventually<T>(what: string, ask: () => Promise<T | undefined>, withinMs = 120_000): Promise<T> {
  const until = performance.now() + withinMs
  for (;;) {
    const answer = await ask()
    if (answer !== undefined) return answer
    if (performance.now() > until) throw new Error(`${what} did not happen`)
    await pause(100)
  }
}

/** Waits until the app serves: on a busy machine a single response may come too late. */
export const comesToServe = (app: string): Promise<true> =>
  eventually(`${app} serving`, async () => (await isServing(app)) || undefined)

/** Whether the app reports that it is ready. */
export async function isServing(app: string): Promise<boolean> {
  try {
    return (
      (await fetch(`${app.replace('localhost', '127.0.0.1')}/readyz`, { signal: AbortSignal.timeout(3000) })).status ===
      200
    )
  } catch {
    return false
  }
}
