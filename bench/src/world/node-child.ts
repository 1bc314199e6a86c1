import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { rootFolder } from '@kura/ops/settings'

export type NodeChild = {
  pid: number
  /** Memory the process holds now, in megabytes. */
  memoryMb: () => number
  stop: () => Promise<void>
}
type Spec = {
  words: string[]
  env?: Record<string, string>
  /** Only for a child with children of its own: how long it gets to stop them. */
  graceMs?: number
}

const ownEnv = ['PATH', 'HOME', 'LANG', 'KURA_DEBUG']

/** The part of our environment that a child gets: nothing that would change the measurement. */
export const cleanEnv = (): Record<string, string> =>
  Object.fromEntries(ownEnv.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])))

/**
 * Runs a program of this checkout under this Node. `said` is its last output; every failure
 * includes it.
 */
export function spawnNode({ words, env = {}, graceMs = 10_000 }: Spec): NodeChild & {
  process: ChildProcess
  said: () => string
  ended: Promise<number | null>
} {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', ...words], {
    cwd: rootFolder,
    env: { ...cleanEnv(), ...env },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  let output = ''
  const keep = (chunk: Buffer) => (output = (output + String(chunk)).slice(-20_000))
  child.stdout?.on('data', keep)
  child.stderr?.on('data', keep)
  const ended = new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code)))
  const pid = child.pid ?? 0
  return {
    process: child,
    pid,
    said: () => output,
    ended,
    memoryMb: () => memoryOf(pid),
    stop: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return
      child.kill('SIGTERM')
      const force = setTimeout(() => child.kill('SIGKILL'), graceMs)
      await ended
      clearTimeout(force)
    },
  }
}

/** Resident memory of a process in megabytes. */
export function memoryOf(pid: number): number {
  const [, kilobytes] = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return Number(kilobytes) / 1000
}

/** The first message a child sends; fails with its output when it ends before. */
export async function messageOf<T>(child: ReturnType<typeof spawnNode>): Promise<T> {
  const message = new Promise<T>((resolve) => child.process.once('message', (value) => resolve(value as T)))
  const failure = child.ended.then((code): never => {
    throw new Error(`a child ended with code ${code}:\n${child.said()}`)
  })
  failure.catch(() => {})
  return Promise.race([message, failure])
}

/** Waits until an address returns 200; fails when the child has ended. */
export async function untilAnswers(child: ReturnType<typeof spawnNode>, url: string): Promise<void> {
  let hasEnded = false
  void child.ended.then(() => (hasEnded = true))
  for (;;) {
    const isThere = await fetch(url, { signal: AbortSignal.timeout(2000) }).then(
      async (answer) => (await answer.arrayBuffer(), answer.status === 200),
      () => false,
    )
    if (isThere) return
    if (hasEnded) throw new Error(`a server ended before it was ready:\n${child.said()}`)
    await sleep(30)
  }
}
