import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { Problem, runCommand } from './problem.ts'
import { withResources } from './stages/resources.ts'
import { testProcesses } from './stages/test-process.ts'

const usage = 'npm run attack -- --tries 10000'
const flood = 'server/src/testing/attacks/a05-stuffing.test.ts'

// npm run attack [-- --tries <n>]: starts a server, floods it with sign-ins and prints one line of
// figures.
await runCommand(async () => {
  const tries = readTries()
  const folder = mkdtempSync(join(tmpdir(), 'kura-attack-'))
  const file = join(folder, 'figures.txt')
  try {
    // a busy machine handles only a few tries a second
    const mostSilentMs = 600_000 + tries * 300
    const { failed, failures } = await withResources(async ({ cluster }) => {
      const env = { KURA_ATTACK_TRIES: String(tries), KURA_ATTACK_FIGURES: file, TEST_PG_URL: await cluster() }
      return testProcesses({ env: () => env, isShared: false, mostSilentMs }).run(flood)
    })
    for (const failure of failures) console.error(failure)
    if (failed > 0) throw new Problem('The flood got through somewhere.', 'The lines above say where.')
    console.log(readFileSync(file, 'utf8').trim())
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})

function readTries(): number {
  let sent: string | undefined
  try {
    sent = parseArgs({ options: { tries: { type: 'string' } } }).values.tries ?? '10000'
  } catch (error) {
    throw new Problem((error as Error).message, usage)
  }
  if (/^[1-9]\d{0,6}$/.test(sent)) return Number(sent)
  throw new Problem(`--tries takes a number, not ${sent}.`, usage)
}
