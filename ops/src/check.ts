import { runCommand } from './problem.ts'
import { runChecks } from './stages/checks.ts'
import { runUnitTests } from './stages/node-tests.ts'
import { runStages } from './stages/stage.ts'

await runCommand(async () => {
  const { passed, failed } = await runStages([
    { name: 'check', title: 'Format, lint, types', run: runChecks },
    { name: 'unit', title: 'Unit and integration tests', run: runUnitTests },
  ])
  console.log(`\n${passed} passed, ${failed} failed`)
  if (failed > 0) process.exitCode = 1
})
