import { parseArgs } from 'node:util'
import { runCommand } from '@kura/ops/problem'
import { runBenches } from './run-benches.ts'

// npm run bench [-- name …] [--quick]
await runCommand(async () => {
  const { values, positionals } = parseArgs({ allowPositionals: true, options: { quick: { type: 'boolean' } } })
  const isMet = await runBenches(positionals, { isQuick: values.quick ?? false })
  if (!isMet) console.log('\nNot every goal is met.')
})
