import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { join } from 'node:path'
import { rootFolder } from '@kura/ops/settings'
import type { Figure, Goal } from './measure/figure.ts'
import type { Spread } from './measure/spread.ts'
import type { Sizes } from './sizes.ts'

/**
 * The result of one bench. `busy` is how many programs were runnable in the minute before: more
 * than the cores means that others interfered.
 */
export type Result = { busy: number; figures: Figure[]; failure?: string }
/** A stored result, with the commit it was measured on. */
type Kept = Result & { commit?: string; date?: string }

const digits = (value: number): string =>
  value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toFixed(2)
const showSpread = ({ min, median, max }: Spread): string =>
  min === max ? digits(median) : `${digits(median)} (${digits(min)}–${digits(max)})`
const showGoal = (goal: Goal): string => ('atLeast' in goal ? `≥ ${goal.atLeast}` : `≤ ${goal.atMost}`)

/** Prints figures as a table. */
export function printReport(figures: readonly Figure[]): void {
  for (const { name, unit, value, reference, ratio, goal, isMet } of figures) {
    const compared = reference ? ` · ${reference.name}: ${showSpread(reference.value)}` : ''
    const shownRatio = ratio ? ` · ratio ${showSpread(ratio)}` : ''
    const judged = goal ? ` · goal ${showGoal(goal)} ${isMet ? '✔' : '✖ missed'}` : ''
    console.log(`  ${name}: ${showSpread(value)} ${unit}${compared}${shownRatio}${judged}`)
  }
}

const git = (...words: string[]): string => execFileSync('git', words, { cwd: rootFolder, encoding: 'utf8' }).trim()
const rounded = (_key: string, value: unknown) => (typeof value === 'number' ? Number(value.toPrecision(4)) : value)

const cells = ({ name, unit, value, reference, ratio, goal, isMet }: Figure): string[] => [
  name,
  `${showSpread(value)} ${unit}`,
  reference ? `${reference.name}: ${showSpread(reference.value)}` : '',
  ratio ? showSpread(ratio) : '',
  goal ? `${showGoal(goal)}${isMet ? '' : ', **missed**'}` : '',
]

const figuresHead = '## Latest figures\n'

/** Writes the figures into the last chapter of docs/performance.md. */
export function writeFigures(report: Report): void {
  const path = join(rootFolder, 'docs', 'performance.md')
  const [text = ''] = readFileSync(path, 'utf8').split(figuresHead)
  const lines = [
    `${report.cores} cores, Node ${report.node}. Median of the rounds, least and most in brackets; each bench with its commit, its date and the programs runnable before it.`,
    '',
    '| | ours | reference | ratio | goal |',
    '|---|---|---|---|---|',
  ]
  for (const [name, { busy, figures, failure, commit, date }] of Object.entries(report.benches)) {
    const state = `${commit ?? report.commit}, ${(date ?? report.date).slice(0, 10)}, ${busy.toFixed(1)}`
    lines.push(`| **${name}** (${state}) | ${failure ? 'failed' : ''} | | | |`)
    for (const figure of figures) lines.push(`| ${cells(figure).join(' | ')} |`)
  }
  writeFileSync(path, `${text}${figuresHead}\n${lines.join('\n')}\n`)
}

type Report = {
  commit: string
  isClean: boolean
  date: string
  cores: number
  processor: string | undefined
  node: string
  sizes: Sizes
  benches: Record<string, Kept>
}

const resultsPath = join(rootFolder, 'bench', 'results.json')

function earlierBenches(): Record<string, Kept> {
  if (!existsSync(resultsPath)) return {}
  return (JSON.parse(readFileSync(resultsPath, 'utf8')) as Report).benches
}

/**
 * Writes the results into bench/results.json, which keeps earlier results of other benches, and
 * into docs/performance.md.
 */
export function writeReport(results: Record<string, Result>, sizes: Sizes): void {
  const state = { commit: git('rev-parse', '--short=12', 'HEAD'), date: new Date().toISOString() }
  const measured = Object.entries(results).map(([name, result]) => [name, { ...state, ...result }] as const)
  const benches = { ...earlierBenches(), ...Object.fromEntries(measured) }
  const report: Report = {
    ...state,
    isClean: git('status', '--porcelain', '--untracked-files=no') === '',
    cores: cpus().length,
    processor: cpus()[0]?.model,
    node: process.version,
    sizes,
    benches,
  }
  writeFileSync(resultsPath, `${JSON.stringify(report, rounded, 2)}\n`)
  writeFigures(report)
}
