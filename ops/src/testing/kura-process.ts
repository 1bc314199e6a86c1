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
  /** Resolves when it says that it is ready; fails with its output when it ends before. */
  ready: () => Promise<void>
  /** Resolves when its output matches. */
  says: (pattern: RegExp) => Promise<void>
  signal: (name: NodeJS.Signals) => void
  /** The exit code and all output, once it has ended. */
  ended: Promise<{ code: number | null; output: string }>
}

// Below what systems give to connections by themselves: one of those could take a port between the
// look and the start.
const places = { first: 12_000, count: 2000, size: 10 }
/** What one process may want, so that two of them side by side do not look at the same places. */
const placesEach = 8
let tries = 0

/** A port with the five after it free, another one each time. */
export async function freePorts(): Promise<number> {
  for (;;) {
    const place = (process.pid * placesEach + tries++) % places.count
    const port = places.first + place * places.size
    const free = await Promise.all([0, 1, 2, 3, 4, 5].map((step) => isFree(port + step)))
    if (free.every(Boolean)) return port
  }
}

// What the person who runs the tests has set must not reach what is tested.
const callerEnv = (): Env =>
  Object.fromEntries(
    ['PATH', 'HOME', 'LANG', 'KURA_DEBUG'].flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])),
  )

// The demo catalogue takes seconds and is no part of what these tests look at; the one that does
// asks for it.
const startEnv = (): Env => ({ ...callerEnv(), KURA_DEMO: 'false' })

const commandOf = (clone: Clone, words: string[]) => [join(clone.folder, 'ops', 'bootstrap.mjs'), ...words]
const identityOf = ({ uid }: Options) => (uid === undefined ? {} : { uid, gid: uid })

/** For what a process wrote last and is still in its pipes. */
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
      // Children that outlive it keep the pipes open, so their closing is not waited for without an
      // end.
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

/** Runs one command of a clone to its end. */
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

/** What `kura status --json` says. */
export async function statusOf(clone: Clone, env: Env): Promise<Status> {
  const { output } = await runKura(clone, ['kura', 'status', '--json'], { env })
  return JSON.parse(output) as Status
}

/** Asks again and again until the answer is not undefined. */
export async function eventually<T>(what: string, ask: () => Promise<T | undefined>, withinMs = 120_000): Promise<T> {
  const until = performance.now() + withinMs
  for (;;) {
    const answer = await ask()
    if (answer !== undefined) return answer
    if (performance.now() > until) throw new Error(`${what} did not happen`)
    await pause(100)
  }
}

/** Passes once the app serves: on a busy machine one answer may come too late. */
export const comesToServe = (app: string): Promise<true> =>
  eventually(`${app} serving`, async () => (await isServing(app)) || undefined)

/** Whether the app answers that it can serve. */
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
