import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { join } from 'node:path'
import { rootFolder } from '../settings.ts'
import type { Counts } from './stage.ts'
import type { TestMessage } from './process-reporter.ts'

type Env = Record<string, string | undefined>
export type TestFileResult = Counts & { skipped: number; seconds: number }
export type TestProcessOptions = {
  env: () => Env
  /** Whether a process runs several files, one after the other; otherwise each file has its own. */
  isShared: boolean
  /** Modules that a process loads before its first file. */
  loadsFirst?: readonly string[]
  /** How long a file may go without finishing a test, in place of five minutes. */
  mostSilentMs?: number
  /** How long its handles may take to close, in place of half a minute. */
  closingMs?: number
}

/**
 * No test takes this long. A file in which no test ends for this long hangs, and must fail by name
 * instead of blocking the run.
 */
const silentMs = 300_000
/**
 * Closed handles take a moment to go; Flow's client library polls once more after twelve seconds.
 */
const goneMs = 30_000
/** The time a process gets to close its resources when it is ended. */
const endingMs = 5000
/** How many characters of a file's output are shown when it fails. */
const mostOutput = 8000

const processMain = join(import.meta.dirname, 'test-process-main.ts')
const reporter = join(import.meta.dirname, 'process-reporter.ts')

type TestProcess = {
  run: (path: string) => Promise<TestFileResult>
  /** Whether another file may run in it. */
  isGood: () => boolean
  end: () => Promise<void>
}

/** Runs each test file in its own process, or in shared ones, as many as run at once. */
export function testProcesses(options: TestProcessOptions): {
  run: (path: string) => Promise<TestFileResult>
  close: () => Promise<void>
} {
  const { env, isShared, loadsFirst = [], mostSilentMs = silentMs, closingMs = goneMs } = options
  const idle: TestProcess[] = []
  return {
    run: async (path) => {
      const own = idle.pop() ?? startProcess(env(), [String(closingMs), ...loadsFirst], mostSilentMs)
      const result = await own.run(path)
      if (isShared && own.isGood()) idle.push(own)
      else await own.end()
      return result
    },
    close: async () => void (await Promise.all(idle.splice(0).map((each) => each.end()))),
  }
}

function startProcess(env: Env, mainWords: string[], mostSilentMs: number): TestProcess {
  // tests make much garbage: a larger young heap collects it a tenth cheaper
  const flags = ['--disable-warning=ExperimentalWarning', '--max-semi-space-size=32']
  const words = [...flags, `--test-reporter=${reporter}`]
  const child = spawn(process.execPath, [...words, '--test-reporter-destination=stdout', processMain, ...mainWords], {
    cwd: rootFolder,
    // With NODE_TEST_CONTEXT set, Node would run no tests inside tests.
    env: { ...process.env, NODE_TEST_CONTEXT: undefined, ...env },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  const ended = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(String(error)))
    child.once('exit', (code, signal) => resolve(`its process ended with ${signal ?? `code ${code}`}`))
  })
  let isGood = true
  const end = async () => {
    isGood = false
    if (child.exitCode !== null || child.signalCode !== null) return
    // the process then ends by itself: it saves its compile cache and removes what its files shared
    if (child.connected) child.disconnect()
    else child.kill('SIGTERM')
    const force = setTimeout(() => child.kill('SIGKILL'), endingMs)
    await ended
    clearTimeout(force)
  }
  return {
    run: async (path) => {
      const result = await runFile(child, path, { ended, mostSilentMs })
      // a failed file may have left any state behind
      if (result.isSpent || result.failed > 0) isGood = false
      return result
    },
    isGood: () => isGood,
    end,
  }
}

type Limits = { ended: Promise<string>; mostSilentMs: number }

/** Sends the path of a file to a process and collects its report. */
function runFile(child: ChildProcess, path: string, { ended, mostSilentMs }: Limits) {
  const result = { passed: 0, failed: 0, skipped: 0, seconds: 0, failures: [] as string[], isSpent: false }
  const running = new Set<string>()
  const begun = performance.now()
  let output = ''
  let isOver = false
  const fail = (test: string, why: string) => {
    result.failed++
    result.failures.push(`${path}: ${test}\n${why.replace(/^/gm, '      ')}`)
  }
  return new Promise<typeof result>((resolve) => {
    const keep = (chunk: Buffer) => (output = (output + String(chunk)).slice(-mostOutput))
    const finish = () => {
      clearTimeout(silence)
      child.off('message', hear)
      child.stdout?.off('data', keep)
      child.stderr?.off('data', keep)
      if (result.passed + result.failed + result.skipped === 0) fail('holds no test', '')
      if (result.failed > 0 && output !== '')
        result.failures.push(`${result.failures.pop()}\n${output.trimEnd().replace(/^/gm, '      | ')}`)
      result.seconds = (performance.now() - begun) / 1000
      resolve(result)
    }
    const giveUp = (why: string) => {
      if (isOver) return
      isOver = true
      result.isSpent = true
      running.delete(path)
      fail([...running].join(' › ') || 'outside of its tests', why)
      finish()
    }
    const silence = setTimeout(() => giveUp(`hangs: no test ended in ${mostSilentMs / 1000} s`), mostSilentMs)
    const hear = (sent: unknown) => {
      const message = sent as TestMessage
      if (message.kind !== 'started') silence.refresh()
      if (message.kind === 'started') running.add(message.test)
      else if (message.kind === 'failed') fail(message.test, message.why)
      else if (message.kind === 'passed') {
        running.delete(message.test)
        if (message.isTest) result[message.isSkipped ? 'skipped' : 'passed']++
      } else if (message.kind === 'left') {
        isOver = true
        result.isSpent = message.isSpent
        if (message.open.length > 0) fail('leaves something open', message.open.join(', '))
        if (message.stray !== '') fail('outside of its tests', message.stray)
        finish()
      }
    }
    child.stdout?.on('data', keep)
    child.stderr?.on('data', keep)
    child.on('message', hear)
    void ended.then(giveUp)
    child.send(path, (error) => error && giveUp(String(error)))
  })
}
