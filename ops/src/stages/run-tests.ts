import { availableParallelism } from 'node:os'
import { relative, resolve } from 'node:path'
import { Problem } from '../problem.ts'
import { rootFolder } from '../settings.ts'
import { withResources } from './resources.ts'
import { runStages } from './stage.ts'
import type { Stage, Summary } from './stage.ts'
import { allStages } from './stages.ts'

/**
 * A little more than there is: what waits for the same thing at the same time leaves a core idle.
 */
const coresPerCore = 1.25
/** What a journey holds with its Kura and its browser. */
const bytesPerCore = 2e9

/** Runs every stage, or those and the test files that are named, and prints what came of it. */
export async function runTests(words: string[]): Promise<void> {
  const memory = process.availableMemory()
  const cores = Math.min(availableParallelism() * coresPerCore, Math.max(1, memory / bytesPerCore))
  printSummary(await withResources((resources) => runStages(pickStages(allStages(resources), words), cores)))
}

/**
 * The stages of these names, and of the others the items in whose name one of the other words is.
 */
export function pickStages(stages: Stage[], words: string[]): Stage[] {
  if (words.length === 0) return stages
  const names = new Set(stages.map(({ name }) => name))
  const parts = words.filter((word) => !names.has(word)).map((word) => ({ word, part: asPart(word) }))
  const unknown = parts.find(({ part }) => !stages.some(({ items }) => items.some(({ name }) => name.includes(part))))
  if (unknown) {
    const remedy = `Use a part of a test file's path, or a stage: ${[...names].join(', ')}.`
    throw new Problem(`There is no stage and no test file "${unknown.word}".`, remedy)
  }
  return stages.flatMap((stage) => {
    if (words.includes(stage.name)) return [stage]
    const items = stage.items.filter(({ name }) => parts.some(({ part }) => name.includes(part)))
    return items.length > 0 ? [{ ...stage, items }] : []
  })
}

/** A path as it is typed, as the part of a path from the root of the checkout. */
const asPart = (word: string): string => (/^[./]/.test(word) ? relative(rootFolder, resolve(word)) : word)

/**
 * Prints the slowest ten, what failed, and last how many passed and failed: of a long log often the
 * end alone is kept.
 */
function printSummary({ passed, failed, failures, seconds }: Summary): void {
  const slowest = seconds.toSorted((a, b) => b.seconds - a.seconds).slice(0, 10)
  console.log(`\nThe slowest, in seconds:`)
  for (const each of slowest) console.log(`${each.seconds.toFixed(0).padStart(6)}  ${each.name}`)
  if (failures.length > 0) console.log(`\nWhat failed:\n${failures.join('\n')}`)
  console.log(`\n${passed} passed, ${failed} failed`)
  process.exitCode = failed > 0 || passed === 0 ? 1 : 0
}
