import { runCommand } from './problem.ts'
import { runTests } from './stages/run-tests.ts'

// npm run check: the checks that are quick enough to run before every commit.
await runCommand(() => runTests(['check', 'unit']))
