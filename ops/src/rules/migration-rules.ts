import { createHash } from 'node:crypto'
import { isCode } from './source-file.ts'
import type { Rule, SourceFile, Violation } from './source-file.ts'

const folder = 'db/migrations/'
const named = /^db\/migrations\/\d{4}_([a-z]+)(?:_[a-z0-9_]+)?\.sql$/
const created = /^create table (?:if not exists )?([a-z_]+)/gm
const written = /\b(?:insert\s+into|update|delete\s+from|truncate(?:\s+table)?)\s+(?:only\s+)?([a-z_]+)/g

const isMigration = ({ path }: SourceFile) => path.startsWith(folder) && path.endsWith('.sql')
const isServer = (file: SourceFile) => isCode(file) && !file.isTest && file.path.startsWith('server/src/')
const moduleOf = ({ path }: SourceFile) => path.split('/')[2] ?? ''

/** The module that owns each table: the one whose migration creates it. */
function tableOwners(files: SourceFile[]): Map<string, string> {
  const owners = new Map<string, string>()
  for (const { path, text } of files) {
    const [, module] = named.exec(path) ?? []
    if (module) for (const [, table] of text.matchAll(created)) if (table) owners.set(table, module)
  }
  return owners
}

const checkWriters = (files: SourceFile[]): Violation[] => {
  const owners = tableOwners(files)
  return files.filter(isServer).flatMap((file) =>
    [...file.code.matchAll(written)].flatMap((match) => {
      const owner = owners.get(match[1] ?? '')
      if (owner === undefined || owner === moduleOf(file)) return []
      const line = file.code.slice(0, match.index).split('\n').length
      return [{ rule: 'one-writer', path: file.path, line, message: `only ${owner} writes ${match[1]}` }]
    }),
  )
}

function checkNames(files: SourceFile[]): Violation[] {
  const modules = new Set(files.filter(isServer).map(moduleOf))
  return files
    .filter((file) => isMigration(file) && !modules.has(named.exec(file.path)?.[1] ?? ''))
    .map(({ path }) => ({
      rule: 'migration-names',
      path,
      line: 1,
      message: 'name a migration <number>_<module>[_<what>].sql, by the module that owns its tables',
    }))
}

const checksum = (text: string): string => createHash('sha256').update(text).digest('hex')
const parse = (file: SourceFile | undefined) => JSON.parse(file?.text ?? '{}') as Record<string, string>

/**
 * A released migration never changes: `released.json` holds the checksum of each, from 0.2.0 on.
 */
function checkReleased(files: SourceFile[]): Violation[] {
  const rule = 'released-migrations'
  const byPath = new Map(files.map((file) => [file.path, file]))
  const list = `${folder}released.json`
  const released = parse(byPath.get(list))
  const changed = Object.entries(released).flatMap(([name, sum]) => {
    const path = `${folder}${name}`
    const text = byPath.get(path)?.text
    if (text === undefined) return [{ rule, path: list, line: 1, message: `${name} was released and is not there` }]
    const message = 'this migration was released: restore it, and write the change as a new one'
    return checksum(text) === sum ? [] : [{ rule, path, line: 1, message }]
  })
  const version = parse(byPath.get('package.json'))['version'] ?? '0.0.0'
  if (/^0\.[01]\./.test(version)) return changed
  const missing = files
    .filter((file) => isMigration(file) && released[file.path.slice(folder.length)] === undefined)
    .map(({ path, text }) => ({
      rule,
      path,
      line: 1,
      message: `version ${version} releases it: add "${path.slice(folder.length)}": "${checksum(text)}" to ${list}`,
    }))
  return [...changed, ...missing]
}

/**
 * Rules for which module writes a table, for names of migrations, and against changing released
 * ones.
 */
export const migrationRules: Rule[] = [
  { name: 'one-writer', check: checkWriters },
  { name: 'migration-names', check: checkNames },
  { name: 'released-migrations', check: checkReleased },
]
