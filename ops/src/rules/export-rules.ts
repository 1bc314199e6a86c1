import type { Rule, SourceFile, Violation } from './source-file.ts'

const rule = 'package-exports'
type Package = { room: string; file: SourceFile; exports: Record<string, string> | undefined }

/** The whole package is shared by both sides, so every file is public. */
const wholePackages = new Set(['contract'])

function readPackages(files: SourceFile[]): Package[] {
  return files.flatMap((file) => {
    const [, room] = /^([a-z0-9]+)\/package\.json$/.exec(file.path) ?? []
    if (!room) return []
    const { exports } = JSON.parse(file.text) as { exports?: Record<string, string> }
    return [{ room, file, exports }]
  })
}

/** What a file imports from our packages, as `<room>/<entry>`. */
const entriesOf = (file: SourceFile) =>
  file.imports.flatMap(({ specifier, line }) => {
    const [, room, entry] = /^@kura\/([a-z0-9]+)\/(.+)$/.exec(specifier) ?? []
    return room && entry ? [{ room, entry, line, file }] : []
  })

type PackageImport = ReturnType<typeof entriesOf>[number]

/** Returns the violations in the `exports` of a package. */
function checkEntries({ room, file, exports }: Package, imports: PackageImport[], paths: ReadonlySet<string>) {
  const at = (name: string): Omit<Violation, 'message'> => {
    const line = file.text.split('\n').findIndex((each) => each.includes(`"${name}"`)) + 1
    return { rule, path: file.path, line: Math.max(line, 1) }
  }
  if (!exports) return [{ ...at('name'), message: 'name in "exports" what others may import, {} for nothing' }]
  const isUsed = (entry: string) =>
    imports.some((each) => each.room === room && each.entry === entry && !each.file.path.startsWith(`${room}/`))
  return Object.entries(exports).flatMap(([name, target]): Violation[] => {
    if (name.includes('*')) return [{ ...at(name), message: 'name each entry: a pattern opens the whole package' }]
    if (!paths.has(`${room}/${target.slice(2)}`)) return [{ ...at(name), message: `${target} is not there` }]
    return isUsed(name.slice(2)) ? [] : [{ ...at(name), message: `nothing outside ${room} imports it: leave it out` }]
  })
}

/** A package exports each file that others import, and no other: the rest is free to change. */
function checkExports(files: SourceFile[]): Violation[] {
  const packages = readPackages(files).filter(({ room }) => !wholePackages.has(room))
  const paths = new Set(files.map(({ path }) => path))
  const imports = files.flatMap(entriesOf)
  const named = new Map(packages.map(({ room, exports }) => [room, exports]))
  const unnamed = imports.flatMap(({ room, entry, line, file }) => {
    const exports = named.get(room)
    if (!exports || `./${entry}` in exports) return []
    const message = `${room}/package.json does not export ${entry}: import a named entry, or name it there`
    return [{ rule, path: file.path, line, message }]
  })
  return [...packages.flatMap((each) => checkEntries(each, imports, paths)), ...unnamed]
}

/** What packages let others import. */
export const exportRules: Rule[] = [{ name: rule, check: checkExports }]
