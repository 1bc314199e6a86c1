import { runCommand } from './problem.ts'
import { runTests } from './stages/run-tests.ts'

// npm test [-- <stage, path or word> …]: runs every test, or the named ones.
await runCommand(() => runTests(process.argv.slice(2)))
