import { mutationFlags } from '../arena/mutate.ts'
import { Problem } from '../../problem.ts'
import { mutants } from './mutants.ts'
import { openScenes, playOne } from './run-faults.ts'
import type { FaultPlan } from './run-faults.ts'
import { faults } from './faults.ts'

/**
 * Plays each row on a Kura with one guard of the product removed: the row must fail, and then
 * counts as passed. A product that does not start without the guard proves nothing and does not
 * count.
 */
export async function runMutants({ isFull, seed, only }: FaultPlan): Promise<{ passed: number; failed: number }> {
  const chosen = mutants.filter(({ row }) => only.length === 0 || only.includes(row))
  if (chosen.length === 0)
    throw new Problem('No guard is taken out for these rows.', `Use ${mutants.map(({ row }) => row).join(', ')}.`)
  console.log(`seed ${seed}, ${isFull ? 'full' : 'small'} size`)
  const counts = { passed: 0, failed: 0 }
  for (const mutant of chosen) {
    const fault = faults.find(({ name }) => name === mutant.row)
    if (!fault) throw new Error(`there is no row ${mutant.row}`)
    const begun = performance.now()
    const { isPassed, lines } = await openScenes({ isFull, flags: mutationFlags(mutant) }, (arena) =>
      playOne(arena, fault, { isFull, seed }),
    )
    const isCaught = !isPassed && !lines.some((line) => line.includes('before it was ready'))
    counts[isCaught ? 'passed' : 'failed'] += 1
    const seconds = ((performance.now() - begun) / 1000).toFixed(1)
    console.log(
      `${fault.name.padEnd(4)} ${isCaught ? 'caught' : 'MISSED'} ${seconds.padStart(6)} s  without ${mutant.without}`,
    )
    for (const line of lines.slice(0, 2)) console.log(`       ${line.slice(0, 300)}`)
  }
  return counts
}
