import assert from 'node:assert/strict'
import { glob, readFile } from 'node:fs/promises'
import { posix } from 'node:path'
import { test } from 'node:test'

const contract = new URL('../../contract/src/', import.meta.url)
const read = (name: string): Promise<string> => readFile(new URL(`${name}.ts`, contract), 'utf8')

/** The modules of these statements that are there when the code runs; types alone are gone by then. */
const importsOf = (code: string, from: RegExp): string[] =>
  [...code.matchAll(/^(?:import|export)(?! type) (?:[^'"]* from )?['"]([^'"]+)['"]/gm)].flatMap(
    ([, module = '']) => from.exec(module)?.[1] ?? [],
  )

async function hasSchemas(name: string): Promise<boolean> {
  const code = await read(name)
  if (importsOf(code, /^(zod)$/).length > 0) return true
  for (const next of importsOf(code, /^(\.{1,2}\/.+)\.ts$/))
    if (await hasSchemas(posix.join(posix.dirname(name), next))) return true
  return false
}

test('no screen loads the schemas of the API: the server checks what it is sent', async () => {
  const found = new Map<string, string>()
  for await (const file of glob('**/*.{ts,tsx}', { cwd: import.meta.dirname, exclude: ['**/*.test.ts'] }))
    for (const name of importsOf(await readFile(new URL(file, import.meta.url), 'utf8'), /^@kura\/contract\/(.+)$/))
      found.set(name, file)
  assert.ok(found.has('money') && (await hasSchemas('catalogue/operator')), 'this test searches for the wrong thing')
  for (const [name, file] of found) assert.equal(await hasSchemas(name), false, `${file} imports ${name}`)
})
