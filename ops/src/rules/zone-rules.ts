import { isCode, resolveImport } from './source-file.ts'
import type { Rule, SourceFile, Violation } from './source-file.ts'

/** Which rooms a room may import; docs/architecture.md has the same table for readers. */
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

/** Tests may also start the sandbox and a database. */
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

/**
 * Names of read functions. Other modules may import these from a query file, and fragments that
 * neither write nor lock.
 */
const isRead = (name: string) => /^(find|list|get|count|has|is|are|spent)[A-Z]/.test(name)
const writesOrLocks =
  /\b(?:insert\s+into|update|delete\s+from|truncate|for\s+(?:no\s+key\s+|key\s+)?share|pg_advisory\w*)\b/

/**
 * Whether a query file exports a fragment of this name: a part of a statement, which never runs by
 * itself and changes nothing.
 */
function isFragment(file: SourceFile | undefined, name: string): boolean {
  const start = file?.code.search(new RegExp(`^export const ${name}\\b`, 'm')) ?? -1
  if (!file || start === -1) return false
  const [own = ''] = file.code.slice(start).split(/\n(?=\S)(?![)}\]`])/)
  const isStatement = /`\s*(?:select|with|insert|update|delete)\b/.test(own.replace(/\(\s*select\b/g, ''))
  return !isStatement && !writesOrLocks.test(own)
}

/** Statements of a lower module that others run in their own transactions. */
const sharedStatements = ['takeSellers', 'insertMedia', 'insertNamed', 'markCompared', 'recordAct']
const isTypeImport = (file: SourceFile, line: number): boolean =>
  /^\s*import\s+type\b/.test(file.code.split('\n')[line - 1] ?? '')

/** The names in an import, without types. */
const importedNames = (file: SourceFile, line: number): string[] => {
  const text = file.code
    .split('\n')
    .slice(line - 1)
    .join('\n')
  const clause = /^\s*import\s+(type\s+)?([^'"]*?)\s+from\s/.exec(text)
  if (!clause || clause[1]) return []
  return (clause[2] ?? '')
    .replace(/[{}]/g, ' ')
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '' && !name.startsWith('type '))
    .map((name) => name.split(/\s+as\s+/)[0] ?? '')
}

/** A module of the server writes its own tables: from outside, its query files are for reading. */
function checkQueries(file: SourceFile, byPath: ReadonlyMap<string, SourceFile>): Violation[] {
  const [, own] = /^server\/src\/([a-z]+)\//.exec(file.path) ?? []
  // files next to the modules join them
  if (!own || file.isTest) return []
  return file.imports.flatMap(({ specifier, line }) => {
    const target = resolveImport(file, specifier)
    const [, owner, name] = /^server\/src\/([a-z]+)\/.*?([\w-]*queries)\.ts$/.exec(target?.path ?? '') ?? []
    if (!owner || owner === own) return []
    // the catalogue import writes through the query files that the modules keep for it
    if (/^(import|index)-queries$/.test(name ?? '') && file.path.startsWith('server/src/operations/import/')) return []
    const writes = importedNames(file, line)
      .filter((each) => !isRead(each) && !sharedStatements.includes(each))
      .filter((each) => !isFragment(byPath.get(target?.path ?? ''), each))
    if (writes.length === 0) return []
    const message = `${writes.join(', ')}: only ${owner} writes its tables; call a verb of it, or import a read (find, list, get, count, has, is)`
    return [{ rule: 'own-queries', path: file.path, line, message }]
  })
}

type ModuleRoot = 'server/src' | 'web/app'

/**
 * The modules of a room, lowest first: each may import itself and those before it. Files next to
 * them are above all modules.
 */
const moduleOrders = {
  'server/src': [
    'platform',
    'identity',
    'chain',
    'catalogue',
    'money',
    'checkout',
    'shop',
    'market',
    'discovery',
    'library',
    'operations',
    'audit',
  ],
  'web/app': [
    'platform',
    'words',
    'ui',
    'identity',
    'catalogue',
    'money',
    'checkout',
    'market',
    'shop',
    'discovery',
    'library',
    'shell',
  ],
} as const satisfies Partial<Record<ModuleRoot, string[]>>

type ModuleImport = { file: SourceFile; line: number; from: string[]; to: string[] }

/** Every import between two files of a root, except in tests, with their paths below the root. */
function moduleImports(root: ModuleRoot, files: SourceFile[]): ModuleImport[] {
  return files
    .filter((file) => isCode(file) && !file.isTest && file.path.startsWith(`${root}/`))
    .flatMap((file) =>
      file.imports.flatMap(({ specifier, line }) => {
        const target = resolveImport(file, specifier)
        if (!target?.path.startsWith(`${root}/`)) return []
        // verbs name their arguments with the types `Deps` and `Env`; importing a type runs nothing
        if (/^server\/src\/(deps|env)\.ts$/.test(target.path) && isTypeImport(file, line)) return []
        const below = (path: string): string[] => path.slice(root.length + 1).split('/')
        return [{ file, line, from: below(file.path), to: below(target.path) }]
      }),
    )
}

/**
 * Reports imports against the order of the modules of a root, and cycles between the nouns
 * (folders) of one module.
 */
export function checkModules(root: ModuleRoot, order: readonly string[]): Rule['check'] {
  return (files) => {
    const imports = moduleImports(root, files)
    return [...checkOrder(root, order, files, imports), ...checkNounCycles(root, imports)]
  }
}

function checkOrder(
  root: ModuleRoot,
  order: readonly string[],
  files: SourceFile[],
  imports: ModuleImport[],
): Violation[] {
  // files next to the modules are above them all
  const rankOf = (parts: string[]): number => (parts.length === 1 ? order.length : order.indexOf(parts[0] ?? ''))
  const upward = imports
    .filter(({ from, to }) => from[0] !== to[0] && rankOf(to) > rankOf(from))
    .map(({ file, line, from, to }) => ({
      rule: 'modules',
      path: file.path,
      line,
      message: `${from[0]} is below ${to[0]} and must not import it: move what both need down, or pass it in`,
    }))
  const unknown = files
    .filter((file) => isCode(file) && !file.isTest && file.path.startsWith(`${root}/`))
    .filter((file) => rankOf(file.path.slice(root.length + 1).split('/')) === -1)
    .map(({ path }) => ({ rule: 'modules', path, line: 1, message: `${root} has no such module` }))
  return [...upward, ...unknown]
}

function checkNounCycles(root: ModuleRoot, imports: ModuleImport[]): Violation[] {
  // a file at the top of the module belongs to no noun
  const between = imports
    .filter(({ from, to }) => from.length > 2 && to.length > 2 && from[0] === to[0] && from[1] !== to[1])
    .map((each) => ({ ...each, noun: `${each.from[0]}/${each.from[1]}`, imported: `${each.to[0]}/${each.to[1]}` }))
  const next = new Map<string, Set<string>>()
  for (const { noun, imported } of between) next.set(noun, (next.get(noun) ?? new Set()).add(imported))
  const reaches = (start: string, end: string, seen = new Set<string>()): boolean => {
    if (start === end) return true
    if (seen.has(start)) return false
    seen.add(start)
    return [...(next.get(start) ?? [])].some((each) => reaches(each, end, seen))
  }
  return between
    .filter(({ noun, imported }) => reaches(imported, noun))
    .map(({ file, line, noun, imported }) => ({
      rule: 'modules',
      path: file.path,
      line,
      message: `${root}: ${noun} and ${imported} import each other; one of them must be the lower`,
    }))
}

/** Rules for imports between rooms. */
export const zoneRules: Rule[] = [
  { name: 'zones', check: (files) => files.flatMap(checkZone) },
  {
    name: 'own-queries',
    check: (files) => {
      const byPath = new Map(files.map((file) => [file.path, file]))
      return files.flatMap((file) => checkQueries(file, byPath))
    },
  },
  {
    name: 'modules',
    check: (files) =>
      Object.entries(moduleOrders).flatMap(([root, order]) => checkModules(root as ModuleRoot, order)(files)),
  },
]
