import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { join } from 'node:path'
import { rootFolder } from '@kura/ops/settings'
import type { Figure, Goal } from './measure/figure.ts'
import type { Spread } from './measure/spread.ts'
import type { Sizes } from './sizes.ts'

/** What came of one bench. `busy` is how many programs wanted a core in the minute before: beyond the cores, others disturbed. */
export type Result = { busy: number; figures: Figure[]; failure?: string }

const digits = (value: number): string =>
  value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toFixed(2)
const showSpread = ({ min, median, max }: Spread): string =>
  min === max ? digits(median) : `${digits(median)} (${digits(min)}–${digits(max)})`
const showGoal = (goal: Goal): string => ('atLeast' in goal ? `≥ ${goal.atLeast}` : `≤ ${goal.atMost}`)

/** Prints figures as a table. */
export function printReport(figures: readonly Figure[]): void {
  for (const { name, unit, value, reference, ratio, goal, isMet } of figures) {
    const beside = reference ? ` · ${reference.name}: ${showSpread(reference.value)}` : ''
    const compared = ratio ? ` · ratio ${showSpread(ratio)}` : ''
    const judged = goal ? ` · goal ${showGoal(goal)} ${isMet ? '✔' : '✖ missed'}` : ''
    console.log(`  ${name}: ${showSpread(value)} ${unit}${beside}${compared}${judged}`)
  }
}

const git = (...words: string[]): string => execFileSync('git', words, { cwd: rootFolder, encoding: 'utf8' }).trim()
const rounded = (_key: string, value: unknown) => (typeof value === 'number' ? Number(value.toPrecision(4)) : value)

/** Writes bench/results.json. */
export function writeReport(benches: Record<string, Result>, sizes: Sizes): void {
  const report = {
    commit: git('rev-parse', '--short=12', 'HEAD'),
    isClean: git('status', '--porcelain', '--untracked-files=no') === '',
    date: new Date().toISOString(),
    cores: cpus().length,
    processor: cpus()[0]?.model,
    node: process.version,
    sizes,
    benches,
  }
  writeFileSync(join(rootFolder, 'bench', 'results.json'), `${JSON.stringify(report, rounded, 2)}\n`)
}
