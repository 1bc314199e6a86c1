import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { closeSync, mkdirSync, openSync, readFileSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { identify } from '@kura/db/process-identity'
import type { ProcessIdentity } from '@kura/db/process-identity'
import { Problem } from '../problem.ts'
import { given } from './live.ts'
import { endChild, forgetChild, killGroup, rememberChild } from './run-files.ts'

export type ChildSpec = {
  name: string
  /** The arguments after `node`. */
  words: string[]
  cwd: string
  env: () => Record<string, string | undefined>
  home: string
  /** Where its output goes; undefined means our own output. */
  logFile: string | undefined
  isReady: () => Promise<boolean>
  log: (line: string) => void
}

export type Child = {
  name: string
  current: () => ProcessIdentity | undefined
  ready: Promise<void>
  /** Asks it to end, waits, then kills it. It is not restarted. */
  stop: (graceMs: number) => Promise<void>
  /** Kills it at once. It is not restarted. */
  kill: () => void
}

/** Where Node keeps what it has compiled, named by the program that started this one. */
export const compileCacheNames = ['NODE_COMPILE_CACHE', 'NODE_COMPILE_CACHE_PORTABLE']

const maxLogBytes = 32 * 1024 * 1024
const firstPauseMs = 200
const maxPauseMs = 10_000
/** A child that ran this long is healthy: its next restart happens at once. */
const healthyMs = 30_000

function openOutput(path: string | undefined): number | 'inherit' {
  if (path === undefined) return 'inherit'
  mkdirSync(dirname(path), { recursive: true })
  const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0
  return openSync(path, size > maxLogBytes ? 'w' : 'a', 0o600)
}

function spawnChild(spec: ChildSpec): ChildProcess {
  const output = openOutput(spec.logFile)
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', ...spec.words], {
    cwd: spec.cwd,
    env: { ...given(process.env, compileCacheNames), ...spec.env() } as NodeJS.ProcessEnv,
    // A session of its own: Ctrl-C on the terminal reaches only the supervisor, which ends its
    // children in order.
    detached: true,
    stdio: ['ignore', output, output],
  })
  if (typeof output === 'number') closeSync(output)
  return child
}

function lastLines(path: string | undefined): string {
  if (path === undefined) return ''
  try {
    return readFileSync(path, 'utf8').trim().split('\n').slice(-12).join('\n')
  } catch {
    return ''
  }
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

const howItEnded = (code: number | null, name: NodeJS.Signals | null) =>
  name ? `was ended by ${name}` : `ended with code ${code}`

type Run = { ended: Promise<string>; ranMs: () => number; process: ProcessIdentity | undefined }

function runOnce(spec: ChildSpec): Run {
  const begun = performance.now()
  const ranMs = () => performance.now() - begun
  try {
    const child = spawnChild(spec)
    const identity = child.pid === undefined ? undefined : identify(child.pid)
    const ended = new Promise<string>((resolve) => {
      child.once('error', (error) => resolve(`could not be run: ${error.message}`))
      child.once('exit', (code, name) => resolve(howItEnded(code, name)))
    })
    if (identity) rememberChild(spec.home, spec.name, identity)
    return { ended, ranMs, process: identity }
  } catch (error) {
    // A full disk, for example, must not end the supervisor as well.
    return { ended: Promise.resolve(`could not be run: ${(error as Error).message}`), ranMs, process: undefined }
  }
}

/**
 * Runs a Node program and keeps it running. `ready` resolves when it is first ready, and fails when
 * it ends before that.
 */
export function keepChild(spec: ChildSpec): Child {
  let running = runOnce(spec)
  let isStopping = false
  let isReady = false
  let failures = 0

  const watch = async () => {
    for (;;) {
      const how = await running.ended
      if (isStopping || !isReady) return
      failures = running.ranMs() > healthyMs ? 0 : failures + 1
      const waitMs = failures <= 1 ? 0 : Math.min(firstPauseMs * 2 ** (failures - 2), maxPauseMs)
      const when = waitMs === 0 ? '' : ` in ${waitMs / 1000} s`
      spec.log(`${spec.name} (pid ${running.process?.pid}) ${how}: starting it again${when}`)
      await pause(waitMs)
      if (isStopping) return
      running = runOnce(spec)
    }
  }

  const stop = async (graceMs: number) => {
    isStopping = true
    if (running.process) await endChild(running.process, graceMs)
    forgetChild(spec.home, spec.name)
  }
  const kill = () => {
    isStopping = true
    if (running.process) killGroup(running.process)
  }

  const ready = untilReady(spec, running.ended, () => isStopping).then(() => {
    isReady = true
  })
  // After a stop during the start nothing awaits this.
  ready.catch(() => {})
  // Restarts begin with the first exit; an exit before readiness is the caller's failure.
  void watch()
  return { name: spec.name, current: () => running.process, ready, stop, kill }
}

async function untilReady(spec: ChildSpec, ended: Promise<string>, isStopping: () => boolean) {
  let how: string | undefined
  void ended.then((text) => (how = text))
  while (!(await spec.isReady())) {
    if (isStopping()) throw new Problem(`The ${spec.name} was stopped while it started.`, 'Start again.')
    if (how !== undefined) {
      forgetChild(spec.home, spec.name)
      const lines = lastLines(spec.logFile)
      throw new Problem(
        `The ${spec.name} ${how} before it was ready.${lines && `\n${lines}`}`,
        `Read ${spec.logFile ?? 'the lines above'}; KURA_DEBUG=1 shows more.`,
      )
    }
    await pause(50)
  }
}

/** Whether an address returns 200 within two seconds. */
export async function answers(url: string): Promise<boolean> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(2000) })
    await response.arrayBuffer()
    return response.status === 200
  } catch {
    return false
  }
}
