/**
 * What ran; `failures` names what failed, with why, so that it can be told once more at the end; `seldom` what failed at its first try
 * and not at its second.
 */
export type Counts = { passed: number; failed: number; failures: string[]; seldom?: string[] }

export type Stage = { name: string; title: string; run: () => Promise<Counts> }

/** Runs stages in order with a heading each. A stage that ran nothing has failed: silence proves nothing. */
export async function runStages(stages: Stage[]): Promise<Required<Counts>> {
  const total: Required<Counts> = { passed: 0, failed: 0, failures: [], seldom: [] }
  for (const { title, run } of stages) {
    console.log(`\n── ${title} ──`)
    const counts = await runOne(run)
    if (counts.passed + counts.failed === 0) {
      console.log('Nothing ran in this stage, which counts as a failure.')
      counts.failed = 1
      counts.failures.push('nothing ran')
    }
    console.log(`${title}: ${counts.passed} passed, ${counts.failed} failed`)
    total.passed += counts.passed
    total.failed += counts.failed
    total.failures.push(...counts.failures.map((text) => `${title}: ${text}`))
    total.seldom.push(...(counts.seldom ?? []).map((text) => `${title}: ${text}`))
  }
  return total
}

async function runOne(run: Stage['run']): Promise<Counts> {
  try {
    return await run()
  } catch (error) {
    console.error(error)
    return { passed: 0, failed: 1, failures: [String(error)] }
  }
}
