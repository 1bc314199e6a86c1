import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { closeSync, openSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { rootFolder } from '../../settings.ts'
import { compileCacheNames } from '../../supervisor/child.ts'

export type Child = {
  pid: number
  process: ChildProcess
  /** How it ended: a signal, or a code. */
  ended: Promise<string>
  isAlive: () => boolean
  /** The last lines it wrote. */
  said: () => string
  /** Asks it to end, and kills it after a while. */
  stop: () => Promise<void>
  /** Ends it as a power failure would. */
  kill: () => Promise<void>
}
type Spec = { words: string[]; env: Record<string, string>; logFile: string }

const graceMs = 10_000
const ownEnv = ['PATH', 'HOME', 'LANG', ...compileCacheNames]

/** Runs a program of this checkout under this Node, with its output in a file. */
export function startChild({ words, env, logFile }: Spec): Child {
  const output = openSync(logFile, 'a')
  const given = ownEnv.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : []))
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', ...words], {
    cwd: rootFolder,
    env: { ...Object.fromEntries(given), ...env },
    stdio: ['ignore', output, output, 'ipc'],
  })
  closeSync(output)
  let isOver = false
  const ended = new Promise<string>((resolve) =>
    child.once('exit', (code, signal) => {
      isOver = true
      resolve(signal ?? `code ${code}`)
    }),
  )
  const end = async (signal: NodeJS.Signals) => {
    if (!isOver) child.kill(signal)
    const force = setTimeout(() => child.kill('SIGKILL'), graceMs)
    await ended
    clearTimeout(force)
  }
  return {
    pid: child.pid ?? 0,
    process: child,
    ended,
    isAlive: () => !isOver,
    said: () => readFileSync(logFile, 'utf8').trim().split('\n').slice(-20).join('\n'),
    stop: () => end('SIGTERM'),
    kill: () => end('SIGKILL'),
  }
}

/** Returns the first message of a child; fails with its output when it ends before. */
export async function messageOf<T>(child: Child): Promise<T> {
  const message = new Promise<T>((resolve) => child.process.once('message', (value) => resolve(value as T)))
  return Promise.race([message, failWhenOver(child)])
}

/** Waits until an address returns 200; fails with the child's output when it ends before. */
export async function untilAnswers(child: Child, url: string): Promise<void> {
  const isThere = async () =>
    fetch(url, { signal: AbortSignal.timeout(2000) }).then(
      async (answer) => (await answer.arrayBuffer(), answer.status === 200),
      () => false,
    )
  while (!(await isThere())) {
    if (!child.isAlive()) await failWhenOver(child)
    await sleep(30)
  }
}

const failWhenOver = (child: Child): Promise<never> =>
  child.ended.then((how): never => {
    throw new Error(`a process ended (${how}) before it was ready:\n${child.said()}`)
  })
