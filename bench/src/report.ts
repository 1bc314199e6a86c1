import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
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

const cells = ({ name, unit, value, reference, ratio, goal, isMet }: Figure): string[] => [
  name,
  `${showSpread(value)} ${unit}`,
  reference ? `${reference.name}: ${showSpread(reference.value)}` : '',
  ratio ? showSpread(ratio) : '',
  goal ? `${showGoal(goal)}${isMet ? '' : ', **missed**'}` : '',
]

const figuresHead = '## Latest figures\n'

/** Puts the figures into the last chapter of docs/performance.md. */
export function writeFigures(report: Report): void {
  const path = join(rootFolder, 'docs', 'performance.md')
  const [text = ''] = readFileSync(path, 'utf8').split(figuresHead)
  const lines = [
    `Commit ${report.commit}, ${report.date.slice(0, 10)}, ${report.cores} cores, Node ${report.node}. Middle of the rounds, least and most in brackets.`,
    '',
    '| | ours | beside it | ratio | goal |',
    '|---|---|---|---|---|',
  ]
  for (const [name, { busy, figures, failure }] of Object.entries(report.benches)) {
    lines.push(`| **${name}** (${busy.toFixed(1)} wanted a core) | ${failure ? 'did not run to its end' : ''} | | | |`)
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
  benches: Record<string, Result>
}

/** Writes bench/results.json, and its figures into docs/performance.md. */
export function writeReport(benches: Record<string, Result>, sizes: Sizes): void {
  const report: Report = {
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
  writeFigures(report)
}
