export type Counts = { passed: number; failed: number }

export type Stage = { name: string; title: string; run: () => Promise<Counts> }

/** Runs stages in order with a heading each. A stage that ran nothing has failed: silence proves nothing. */
export async function runStages(stages: Stage[]): Promise<Counts> {
  const total = { passed: 0, failed: 0 }
  for (const { title, run } of stages) {
    console.log(`\n── ${title} ──`)
    const counts = await runOne(run)
    if (counts.passed + counts.failed === 0) {
      console.log('Nothing ran in this stage, which counts as a failure.')
      counts.failed = 1
    }
    console.log(`${title}: ${counts.passed} passed, ${counts.failed} failed`)
    total.passed += counts.passed
    total.failed += counts.failed
  }
  return total
}

async function runOne(run: Stage['run']): Promise<Counts> {
  try {
    return await run()
  } catch (error) {
    console.error(error)
    return { passed: 0, failed: 1 }
  }
}
