import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { removeEmbedded, startEmbedded, stopEmbedded } from '@kura/db/embedded'
import { rootFolder } from '../settings.ts'
import { buildWeb } from '../supervisor/web-build.ts'
import type { Counts } from './stage.ts'
import { withKeptHome } from './kept-home.ts'
import { withTemporaryInMemory } from './memory-folder.ts'
import { runNode } from './tools.ts'

/** The test files of this checkout that git knows or would add. */
export function listTests(pattern: string): string[] {
  const words = ['ls-files', '-z', '--cached', '--others', '--exclude-standard', pattern]
  const { stdout } = spawnSync('git', words, { cwd: rootFolder, maxBuffer: 1e7 })
  return [...new Set(String(stdout).split('\0'))].filter((path) => path !== '' && existsSync(join(rootFolder, path)))
}

type FileCounts = Counts & { failedFiles: { name: string; passed: number; failed: number }[] }

/** Runs files with Node's test runner and counts what it says. */
export async function runTestFiles(
  files: string[],
  options: { concurrency: number; env?: Record<string, string | undefined>; timeoutMs?: number },
): Promise<FileCounts> {
  if (files.length === 0) return { passed: 0, failed: 0, failures: [], failedFiles: [] }
  const folder = mkdtempSync(join(tmpdir(), 'kura-counts-'))
  const countsFile = join(folder, 'counts.json')
  const reporter = join(import.meta.dirname, 'count-reporter.ts')
  try {
    const { ok } = await runNode(
      [
        '--test',
        `--test-concurrency=${options.concurrency}`,
        `--test-reporter=${reporter}`,
        '--test-reporter-destination=stdout',
        // A test that hangs must fail by name instead of holding everything up.
        `--test-timeout=${options.timeoutMs ?? 300_000}`,
        ...files,
      ],
      { env: { ...options.env, KURA_TEST_COUNTS: countsFile } },
    )
    const { passed, failed, failures, failedFiles } = existsSync(countsFile)
      ? (JSON.parse(readFileSync(countsFile, 'utf8')) as FileCounts)
      : { passed: 0, failed: 1, failures: ['the runner ended without a word'], failedFiles: [] }
    // The runner may fail where no single test did: then it is a failure all the same.
    if (ok || failed > 0) return { passed, failed, failures, failedFiles }
    return { passed, failed: 1, failures: ['the runner failed, and no test did'], failedFiles }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Runs work with the address of a PostgreSQL for tests: the one named by the environment, else one that lives as long. */
export async function withTestCluster<T>(work: (url: string) => Promise<T>): Promise<T> {
  const given = process.env['TEST_PG_URL'] ?? (process.platform === 'linux' ? undefined : process.env['DATABASE_URL'])
  if (given) return work(given)
  const folder = mkdtempSync(join(tmpdir(), 'kura-tests-'))
  const dataDir = join(folder, 'postgres')
  try {
    const { url } = await startEmbedded({ dataDir, port: 0, fsync: false, log: console.log })
    return await work(url)
  } finally {
    await stopEmbedded({ dataDir })
    removeEmbedded(dataDir)
    rmSync(folder, { recursive: true, force: true })
  }
}

/** More files than this do not fail by chance. */
const mostSecondTries = 2

/**
 * Runs files on a machine that others may use. Where at most two of them fail they are run once more, alone, and what they say then
 * counts. The first failure stays in the output, and is told as such at the end of the run.
 */
export async function runWithSecondTry(files: string[], options: Parameters<typeof runTestFiles>[1]): Promise<Counts> {
  const first = await runTestFiles(files, options)
  const again = first.failedFiles
  if (again.length === 0 || again.length > mostSecondTries) return first
  const names = again.map(({ name }) => name)
  console.log(`A second try, alone, of ${names.join(' and ')}; the failures above are to be looked into`)
  const second = await runTestFiles(names, { ...options, concurrency: 1 })
  const without = (what: 'passed' | 'failed') => again.reduce((left, file) => left - file[what], first[what])
  return {
    passed: without('passed') + second.passed,
    failed: without('failed') + second.failed,
    failures: second.failures,
    seldom: first.failures.filter((text) => !second.failedFiles.some(({ name }) => text.startsWith(`${name}: `))),
  }
}

const isStartPath = (path: string) => /^ops\/src\/start.*\.test\.ts$/.test(path)

/** Unit and integration tests of every room. */
export async function runUnitTests(): Promise<Counts> {
  const files = listTests('*.test.ts').filter(
    (path) => !path.startsWith('e2e/') && !path.startsWith('cadence/tests/') && !isStartPath(path),
  )
  return withTemporaryInMemory(() =>
    withTestCluster((url) => runWithSecondTry(files, { concurrency: 3, env: { TEST_PG_URL: url } })),
  )
}

/** One of them starts Kura many times. */
const startTestMs = 600_000

// Built once here: clones take the build with them, and it counts where their sources are the same.
const buildPages = () => buildWeb(new AbortController().signal)

/** Tests that start, kill and stop the whole of Kura, from a clone of the last commit. */
export async function runStartTests(): Promise<Counts> {
  await buildPages()
  const files = listTests('ops/src/start*.test.ts')
  return withTestCluster((url) =>
    runWithSecondTry(files, { concurrency: 1, env: { TEST_PG_URL: url }, timeoutMs: startTestMs }),
  )
}

/** Journeys in a real browser. */
export async function runBrowserTests(): Promise<Counts> {
  await buildPages()
  const files = listTests('e2e/src/*.spec.ts')
  // a journey waits more than it works
  return withTemporaryInMemory(() =>
    withKeptHome((home) => runWithSecondTry(files, { concurrency: 3, env: { KURA_KEPT_HOME: home } })),
  )
}

/** The tests of the contracts on the embedded network. */
export const runCadenceTests = (): Promise<Counts> => withTemporaryInMemory(() => runCounting('cadence/tests/main.ts'))

/** Every fault at its small size, by one seed: what fails here fails again. Another seed is for `npm run faults`. */
export const runFaultTests = (): Promise<Counts> => runCounting('ops/src/faults.ts', '--seed', '7')

/** Characters of what a program said last, told again where it failed. */
const lastWords = 6000

/** A program that counts itself: its last line says how many passed and failed. */
async function runCounting(file: string, ...words: string[]): Promise<Counts> {
  const { ok, output } = await runNode([file, ...words])
  const [, passed, failed] = /(\d+) passed, (\d+) failed\s*$/.exec(output.trim()) ?? []
  const counts = { passed: Number(passed ?? 0), failed: Number(failed ?? 0) }
  if (ok && counts.failed === 0) return { ...counts, failures: [] }
  return { ...counts, failed: Math.max(counts.failed, 1), failures: [output.trim().slice(-lastWords)] }
}
