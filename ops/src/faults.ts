import { parseArgs } from 'node:util'
import { Problem, runCommand } from './problem.ts'
import { runFaults } from './testing/faults/run-faults.ts'
import { runMutants } from './testing/faults/run-mutants.ts'

const usage = 'npm run faults -- [--full] [--seed 7] [--only F1,F8] [--mutants]'

// npm run faults: plays each fault on a Kura of several processes and prints a row for it. Exits
// with 1 when one fails. With --mutants, each plays with a guard of the product removed and must
// fail.
await runCommand(async () => {
  const { areMutants, ...plan } = readWords()
  const { failed, passed } = await (areMutants ? runMutants(plan) : runFaults(plan))
  console.log(`\n${passed} passed, ${failed} failed`)
  if (failed > 0 || passed === 0) process.exitCode = 1
})

function readWords() {
  const options = {
    full: { type: 'boolean', default: false },
    seed: { type: 'string', default: String(Date.now() % 100_000) },
    only: { type: 'string', default: '' },
    mutants: { type: 'boolean', default: false },
  } as const
  try {
    const { full, seed, only, mutants } = parseArgs({ options }).values
    return { isFull: full, seed, only: only.split(',').filter(Boolean), areMutants: mutants }
  } catch (error) {
    throw new Problem((error as Error).message, usage)
  }
}
