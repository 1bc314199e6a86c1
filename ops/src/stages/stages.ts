import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { rootFolder } from '../settings.ts'
import { checkItems } from './checks.ts'
import type { Resources } from './resources.ts'
import type { Counts, Stage, WorkItem } from './stage.ts'
import { testProcesses } from './test-process.ts'
import type { TestFileResult, TestProcessOptions } from './test-process.ts'
import { runNode } from './tools.ts'

/** The test files of this checkout that git tracks or would add. */
export function listTests(pattern: string): string[] {
  const words = ['ls-files', '-z', '--cached', '--others', '--exclude-standard', pattern]
  const { stdout } = spawnSync('git', words, { cwd: rootFolder, maxBuffer: 1e7 })
  return [...new Set(String(stdout).split('\0'))].filter((path) => path !== '' && existsSync(join(rootFolder, path)))
}

const isStart = (path: string) => /^ops\/src\/start[^/]*\.test\.ts$/.test(path)
/**
 * Test files share processes: each test makes its own database and sandbox, and a process whose
 * globals a file changed runs no other. Those of the server have their own, which load the server
 * once.
 */
const isOfServer = (path: string) => path.startsWith('server/')
/** A file that sets globals needs modules that saw no others. */
const setsGlobals = (path: string) => readFileSync(join(rootFolder, path), 'utf8').includes('globalThis')
/** What tests of the server load: with it the whole server. */
export const serverTests = 'server/src/testing/test-world.ts'

/** One test starts Kura many times. */
const startSilentMs = 600_000

/** Every stage of `npm test`, in starting order: long stages that cannot be split come first. */
export function allStages(resources: Resources): Stage[] {
  const { cluster, pages, keptHome, diskFolder } = resources
  const made = { cluster: '', home: '' }
  const files = (paths: string[], cores: number, options: TestProcessOptions): WorkItem[] => {
    const processes = testProcesses(options)
    resources.atEnd(processes.close)
    return largestFirst(paths).map((name) => ({
      name,
      cores,
      run: async () => printed(name, await processes.run(name)),
    }))
  }
  const onCluster = () => ({ TEST_PG_URL: made.cluster })
  const unit = listTests('*.test.ts').filter((path) => !isStart(path))
  const others = unit.filter((path) => !isOfServer(path))
  const startEnv = () => ({ ...onCluster(), TMPDIR: diskFolder })
  return [
    { name: 'check', title: 'Format, lint, types', items: checkItems },
    {
      name: 'faults',
      title: 'Storms and faults with several processes',
      // a fixed seed, so that a failure repeats; `npm run faults` takes other seeds
      items: [program('ops/src/faults.ts', 0.4, '--seed', '7')],
    },
    {
      name: 'start',
      title: 'Starting, healing and stopping',
      prepare: async () => (await pages(), (made.cluster = await cluster())),
      items: files(listTests('ops/src/start*.test.ts'), 0.6, {
        env: startEnv,
        isShared: false,
        mostSilentMs: startSilentMs,
      }),
    },
    {
      name: 'browser',
      title: 'Journeys in a browser',
      prepare: async () => (await pages(), (made.home = await keptHome())),
      items: files(listTests('e2e/src/*.spec.ts'), 0.6, {
        env: () => ({ KURA_KEPT_HOME: made.home }),
        isShared: false,
      }),
    },
    { name: 'cadence', title: 'Contracts on the embedded network', items: [program('cadence/tests/main.ts', 0.8)] },
    {
      name: 'unit',
      title: 'Unit and integration tests',
      prepare: async () => (made.cluster = await cluster()),
      items: [
        ...files(unit.filter(isOfServer), 0.7, {
          env: onCluster,
          isShared: true,
          loadsFirst: [serverTests],
        }),
        ...files(
          others.filter((path) => !setsGlobals(path)),
          0.7,
          { env: onCluster, isShared: true },
        ),
        ...files(others.filter(setsGlobals), 0.7, { env: onCluster, isShared: false }),
      ],
    },
  ]
}

/** A slow file must not start last; size predicts time roughly. */
const largestFirst = (paths: string[]): string[] => {
  const sizes = new Map(paths.map((path) => [path, statSync(join(rootFolder, path)).size]))
  return paths.toSorted((a, b) => sizes.get(b)! - sizes.get(a)!)
}

/** Prints a line for a test file, and all details of a failure. */
function printed(name: string, result: TestFileResult): Counts {
  const { passed, failed, skipped, seconds, failures } = result
  const leftOut = skipped > 0 ? ` (${skipped} left out)` : ''
  console.log(`${failed > 0 ? '✖' : '✔'} ${name} ${passed}${leftOut}, ${seconds.toFixed(seconds < 10 ? 1 : 0)} s`)
  for (const failure of failures) console.log(`  ✖ ${failure}`)
  return { passed, failed, failures }
}

/** How many characters of a program's output are repeated when it fails. */
const lastWords = 6000

/** A program that counts its own results: its last line has the passed and failed counts. */
function program(file: string, cores: number, ...words: string[]): WorkItem {
  const run = async (): Promise<Counts> => {
    const { ok, output } = await runNode([file, ...words], { quiet: true })
    const [, passed, failed] = /(\d+) passed, (\d+) failed\s*$/.exec(output.trim()) ?? []
    const counts = { passed: Number(passed ?? 0), failed: Number(failed ?? 0) }
    console.log(`\n${output.trim()}\n`)
    if (ok && counts.failed === 0) return { ...counts, failures: [] }
    return { ...counts, failed: Math.max(counts.failed, 1), failures: [output.trim().slice(-lastWords)] }
  }
  return { name: file, cores, run }
}
