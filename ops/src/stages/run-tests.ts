import { availableParallelism } from 'node:os'
import { relative, resolve } from 'node:path'
import { Problem } from '../problem.ts'
import { rootFolder } from '../settings.ts'
import { withResources } from './resources.ts'
import { runStages } from './stage.ts'
import type { Stage, Summary } from './stage.ts'
import { allStages } from './stages.ts'

/**
 * Above one: items that wait at the same time would leave a core idle. At 2 no core is ever idle, but
 * browsers and databases then take so much more of it that the run is not shorter.
 */
const coresPerCore = 1.6
/** The memory of a journey with its Kura and its browser. */
const bytesPerCore = 2e9

/** Runs every stage, or the named stages and test files, and prints the result. */
export async function runTests(words: string[]): Promise<void> {
  const memory = process.availableMemory()
  const cores = Math.min(availableParallelism() * coresPerCore, Math.max(1, memory / bytesPerCore))
  printSummary(await withResources((resources) => runStages(pickStages(allStages(resources), words), cores)))
}

/**
 * Returns the stages that a word names, and from the others the items whose name contains a word.
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

/** Makes a typed path relative to the root of the checkout. */
const asPart = (word: string): string => (/^[./]/.test(word) ? relative(rootFolder, resolve(word)) : word)

/**
 * Prints the ten slowest, the failures and, last, the counts: often only the end of a long log is
 * kept.
 */
function printSummary({ passed, failed, failures, seconds }: Summary): void {
  const slowest = seconds.toSorted((a, b) => b.seconds - a.seconds).slice(0, 10)
  console.log(`\nThe slowest, in seconds:`)
  for (const each of slowest) console.log(`${each.seconds.toFixed(0).padStart(6)}  ${each.name}`)
  if (failures.length > 0) console.log(`\nWhat failed:\n${failures.join('\n')}`)
  console.log(`\n${passed} passed, ${failed} failed`)
  process.exitCode = failed > 0 || passed === 0 ? 1 : 0
}
