import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { api } from '@kura/contract/api'
import type { Endpoint } from '@kura/contract/endpoint'
import { listTests } from './stages/stages.ts'
import { rootFolder } from './settings.ts'

/** A call of the contract, and the tests that make it. */
export type CalledBy = Endpoint & { name: string; tests: string[] }

const mostShown = 3
const intro = `# Every call, and where it is tested

Made from the contract by \`node ops/src/call-table.ts\`; a test fails when a call is missing here, or
is made by no test. Beside these tests, \`server/src/platform/http/bad-input.test.ts\` sends bad
input to every call, \`server/src/testing/attacks/other-callers.test.ts\` makes them as another member
and as a banned one, and \`server/src/testing/attacks/a12-fields.test.ts\` checks every text field.
`

/**
 * Every call with the tests that name it: by its name in the contract, or by its path with ids.
 * Tests of one call stand before those of many.
 */
export function findCalls(): CalledBy[] {
  const files = ['*.test.ts', '*.spec.ts', '*/testing/*.ts'].flatMap(listTests)
  const texts = [...new Set(files)].map((path) => ({ path, text: readFileSync(join(rootFolder, path), 'utf8') }))
  const calls = (Object.entries(api) as [string, Endpoint][]).map(([name, endpoint]) => {
    const pattern = patternOf(name, endpoint.path)
    return { ...endpoint, name, tests: texts.filter(({ text }) => pattern.test(text)).map(({ path }) => path) }
  })
  const named = new Map<string, number>()
  for (const path of calls.flatMap(({ tests }) => tests)) named.set(path, (named.get(path) ?? 0) + 1)
  return calls.map((call) => ({ ...call, tests: call.tests.toSorted((a, b) => named.get(a)! - named.get(b)!) }))
}

function patternOf(name: string, path: string): RegExp {
  const quoted = path.replaceAll(/[.+?^${}()|[\]\\-]/g, String.raw`\$&`)
  const called = quoted.replaceAll(/:\w+/g, '[^/`\'"?]+')
  return new RegExp(`['"\`]${name}['"\`]|\\bpaths\\.${name}\\b|${called}(?:['"\`?]|$)`, 'm')
}

/** The page of the docs that lists every call. */
function callTable(): string {
  const rows = findCalls().map(({ method, path, auth, summary, tests }) => {
    const more = tests.length > mostShown ? ` and ${tests.length - mostShown} more` : ''
    const shown = tests.slice(0, mostShown).map((file) => `[${file.split('/').at(-1)}](../${file})`)
    const caller = { none: 'anybody', optional: 'anybody; more for a member', member: 'a member' }[auth]
    const first = summary.split(/(?<=\.) /)[0]?.replaceAll('|', String.raw`\|`)
    return `| \`${method} ${path}\` | ${caller} | ${first} | ${shown.join(', ')}${more} |`
  })
  return `${intro}\n| call | who | what | tests |\n| --- | --- | --- | --- |\n${rows.join('\n')}\n`
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href)
  writeFileSync(join(rootFolder, 'docs/calls.md'), callTable())
