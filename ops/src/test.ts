import { Problem, runCommand } from './problem.ts'
import { runChecks } from './stages/checks.ts'
import { runBrowserTests, runCadenceTests, runFaultTests, runStartTests, runUnitTests } from './stages/node-tests.ts'
import { runStages } from './stages/stage.ts'
import type { Stage } from './stages/stage.ts'

const stages: Stage[] = [
  { name: 'check', title: 'Format, lint, types', run: runChecks },
  { name: 'unit', title: 'Unit and integration tests', run: runUnitTests },
  { name: 'cadence', title: 'Contracts on the embedded network', run: runCadenceTests },
  { name: 'faults', title: 'Storms and faults with several processes', run: runFaultTests },
  { name: 'start', title: 'Starting, healing and stopping', run: runStartTests },
  { name: 'browser', title: 'Journeys in a browser', run: runBrowserTests },
]

function pick(names: string[]): Stage[] {
  if (names.length === 0) return stages
  const unknown = names.find((name) => !stages.some((stage) => stage.name === name))
  if (unknown) throw new Problem(`There is no stage "${unknown}".`, `Use ${stages.map(({ name }) => name).join(', ')}.`)
  return stages.filter(({ name }) => names.includes(name))
}

await runCommand(async () => {
  const { passed, failed, failures, seldom } = await runStages(pick(process.argv.slice(2)))
  // told again: of a long log often the end alone is kept
  if (seldom.length > 0)
    console.log(`\nWhat failed at first, and not again; each is to be looked into:\n${seldom.join('\n')}`)
  if (failures.length > 0) console.log(`\nWhat failed:\n${failures.join('\n')}`)
  console.log(`\n${passed} passed, ${failed} failed`)
  process.exitCode = failed > 0 || passed === 0 ? 1 : 0
})
