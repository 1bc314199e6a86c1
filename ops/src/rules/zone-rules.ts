import { dirname } from 'node:path'
import { resolveImport } from './source-file.ts'
import type { Rule, SourceFile, Violation } from './source-file.ts'

/** Which rooms a room may import; docs/architecture.md has the same table for people. */
const zones: Record<string, string[]> = {
  contract: [],
  cadence: ['contract'],
  db: [],
  server: ['contract', 'cadence', 'db'],
  web: ['contract'],
  sandbox: [],
  ops: ['contract', 'cadence', 'db', 'server'],
  e2e: ['contract', 'cadence', 'ops'],
  bench: ['contract', 'cadence', 'db', 'server', 'ops'],
  catalogue: [],
}

/** Tests may start what lies outside: the sandbox and a database. */
const testZones = ['contract', 'cadence', 'db', 'sandbox']

function checkZone(file: SourceFile): Violation[] {
  const room = file.path.split('/')[0] ?? ''
  const allowed = zones[room]
  if (!allowed) return []
  return file.imports.flatMap(({ specifier, line }) => {
    const target = resolveImport(file, specifier)
    if (!target || target.room === room || allowed.includes(target.room)) return []
    if (file.isTest && room !== 'web' && testZones.includes(target.room)) return []
    const message = `${room} must not import ${target.room} (${specifier}); docs/architecture.md has the table`
    return [{ rule: 'zones', path: file.path, line, message }]
  })
}

function checkQueries(file: SourceFile): Violation[] {
  return file.imports.flatMap(({ specifier, line }) => {
    const target = resolveImport(file, specifier)
    if (!target || !/(^|\/)queries\.ts$/.test(target.path)) return []
    if (dirname(target.path) === dirname(file.path)) return []
    const message = `queries.ts belongs to its noun: call a verb file of ${dirname(target.path)} instead`
    return [{ rule: 'own-queries', path: file.path, line, message }]
  })
}

/** Where the rooms may import from. */
export const zoneRules: Rule[] = [
  { name: 'zones', check: (files) => files.flatMap(checkZone) },
  { name: 'own-queries', check: (files) => files.flatMap(checkQueries) },
]
