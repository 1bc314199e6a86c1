import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { checkRules } from '../rules/check-rules.ts'
import { rootFolder } from '../settings.ts'
import { binOf } from '../tool-bin.ts'
import type { WorkItem } from './stage.ts'
import { runNode } from './tools.ts'

type Check = { name: string; run: () => Promise<boolean> }

async function tool(words: string[], cwd = rootFolder): Promise<boolean> {
  const { ok, output } = await runNode(words, { cwd, quiet: true })
  if (!ok) console.log(output.trim())
  return ok
}

const ownRules = async () => {
  const found = checkRules(rootFolder)
  for (const { rule, path, line, message } of found) console.log(`${path}:${line} ${rule}: ${message}`)
  return found.length === 0
}

// several checkers would each check the contract once more: on two cores one takes half of the time
const types = (project: string) => tool([binOf('typescript', 'tsc'), '--checkers', '1', '-p', project])

const webTypes = async () => {
  const web = join(rootFolder, 'web')
  const router = binOf('@react-router/dev', 'react-router', web)
  return (await tool([router, 'typegen'], web)) && types('web/tsconfig.json')
}

const checks: Check[] = [
  { name: 'lint', run: () => tool([binOf('oxlint', 'oxlint'), '--type-aware', '--deny-warnings']) },
  { name: 'types', run: () => types('tsconfig.json') },
  // Journeys contain code that runs inside a page, so their types include those of a browser.
  { name: 'types of the journeys', run: () => types('e2e/tsconfig.json') },
  ...(existsSync(join(rootFolder, 'web', 'tsconfig.json')) ? [{ name: 'types of the pages', run: webTypes }] : []),
  { name: 'format', run: () => tool([binOf('oxfmt', 'oxfmt'), '--check']) },
  { name: 'lint rules of our own', run: ownRules },
]

/** Format, lint and types of the whole checkout. The tools use several cores where available. */
export const checkItems: WorkItem[] = checks.map(({ name, run }) => ({
  name,
  cores: 1,
  run: async () => {
    const isGood = await run()
    console.log(`${isGood ? '✔' : '✖'} ${name}`)
    return isGood ? { passed: 1, failed: 0, failures: [] } : { passed: 0, failed: 1, failures: [name] }
  },
}))
