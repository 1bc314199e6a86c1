import { runCommand } from './problem.ts'
import { runTests } from './stages/run-tests.ts'

// npm test [-- <stage, path or word> …]: proves everything, or what is named.
await runCommand(() => runTests(process.argv.slice(2)))
