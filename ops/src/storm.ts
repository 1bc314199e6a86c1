import { parseArgs } from 'node:util'
import { Problem, runCommand } from './problem.ts'
import { openArena } from './testing/arena/arena.ts'
import { storyOf } from './testing/storm/figures.ts'
import { runStorm } from './testing/storm/run-storm.ts'

const usage = 'npm run storm -- --buyers 2000 --packs 100 --processes 2 --seed 7 [--declines 30 --lost 10]'
const defaults = { buyers: '2000', packs: '100', processes: '2', seed: '1', declines: '0', lost: '0' }
type Name = keyof typeof defaults

// npm run storm: starts a Kura on which many members buy few packs. Prints one line of figures;
// exits with 1 on a violation.
await runCommand(async () => {
  const plan = readPlan()
  const say = progressLine()
  say(`starting PostgreSQL, sandbox and ${plan.processes} server processes`)
  const arena = await openArena({ webs: plan.processes, workers: 1 })
  const close = onSignals(() => arena.close())
  try {
    const figures = await runStorm(arena, plan, say)
    say('')
    for (const violation of figures.violations.slice(0, 50)) console.log(`✖ ${violation}`)
    console.log(storyOf(figures))
    if (figures.violations.length > 0) process.exitCode = 1
  } finally {
    await close()
  }
})

function readPlan() {
  const words = parseWords()
  const number = (name: Name, from: number, to: number) => {
    const value = Number(words[name])
    if (/^\d{1,6}$/.test(words[name]) && value >= from && value <= to) return value
    throw new Problem(`--${name} takes a whole number from ${from} to ${to}, not ${words[name]}.`, usage)
  }
  return {
    buyers: number('buyers', 1, 20_000),
    packs: number('packs', 1, 10_000),
    processes: number('processes', 1, 16),
    seed: words.seed,
    declines: number('declines', 0, 90),
    lost: number('lost', 0, 90),
  }
}

function parseWords(): Record<Name, string> {
  const options = Object.fromEntries(
    Object.entries(defaults).map(([name, value]) => [name, { type: 'string', default: value } as const]),
  )
  try {
    return parseArgs({ options }).values as Record<Name, string>
  } catch (error) {
    throw new Problem((error as Error).message, usage)
  }
}

/** Overwrites one line on a terminal; elsewhere prints a line each. */
function progressLine(): (line: string) => void {
  const begun = performance.now()
  return (line) => {
    const text = line === '' ? '' : `${Math.round((performance.now() - begun) / 1000)} s: ${line}`
    if (process.stdout.isTTY) process.stdout.write(`\r\u001b[K${text}`)
    else if (text !== '') console.log(text)
  }
}

/** Ends what was started, also on a signal, and only once. */
function onSignals(end: () => Promise<void>): () => Promise<void> {
  let ending: Promise<void> | undefined
  const once = () => (ending ??= end())
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => void once().then(() => process.exit(130)))
  return once
}
