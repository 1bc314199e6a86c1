import { parseArgs } from 'node:util'
import { Problem, runCommand } from './problem.ts'
import { runFaults } from './testing/faults/run-faults.ts'

const usage = 'npm run faults -- [--full] [--seed 7] [--only F1,F8]'

// npm run faults: one row for each fault, on a Kura of several processes of its own; ends with 1 when one did not pass.
await runCommand(async () => {
  const { failed, passed } = await runFaults(readWords())
  console.log(`\n${passed} passed, ${failed} failed`)
  if (failed > 0 || passed === 0) process.exitCode = 1
})

function readWords() {
  const options = {
    full: { type: 'boolean', default: false },
    seed: { type: 'string', default: String(Date.now() % 100_000) },
    only: { type: 'string', default: '' },
  } as const
  try {
    const { full, seed, only } = parseArgs({ options }).values
    return { isFull: full, seed, only: only.split(',').filter(Boolean) }
  } catch (error) {
    throw new Problem((error as Error).message, usage)
  }
}
