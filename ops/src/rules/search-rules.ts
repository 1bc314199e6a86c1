import { routeModules } from './shape-rules.ts'
import { matches, resolveImport } from './source-file.ts'
import type { Rule, SourceFile, Violation } from './source-file.ts'

const isPage = ({ path, isTest }: SourceFile) => path.startsWith('web/app/') && !isTest
const readers = 'web/app/ui/page-search.ts'

const checkRaw = (files: SourceFile[]): Violation[] =>
  files
    .filter((file) => isPage(file) && file.path !== readers)
    .flatMap((file) =>
      matches(
        file,
        /\buseSearchParams\b|\bsearchParams\.(?:get|getAll|has|entries|keys|values|forEach|toString)\b/g,
        'no-raw-search',
        'read the parameters of an address by loadBy in a loader, by useSearch in a component',
      ),
    )

/** The modules a route is made of, without other routes. */
function partsOf(route: SourceFile, byPath: ReadonlyMap<string, SourceFile>, routes: ReadonlySet<string>) {
  const found = new Set([route])
  for (const file of found)
    for (const { specifier } of file.imports) {
      const target = byPath.get(resolveImport(file, specifier)?.path ?? '')
      if (target && isPage(target) && !routes.has(target.path) && target.path !== readers) found.add(target)
    }
  return found
}

/**
 * The names of the declarations by which a module reads parameters; `{` for one declared inline.
 */
const readIn = ({ code }: SourceFile): string[] =>
  [...code.matchAll(/\buseSearch\(\s*(\w+|\{)/g)].flatMap((match) => match[1] ?? [])

function isDeclared(name: string, { code }: SourceFile): boolean {
  if (name === '{') return false
  const handle = /export const handle\b[^\n]*/.exec(code)?.[0] ?? ''
  const named = new RegExp(`\\b${name}\\b`)
  if (named.test(handle)) return true
  const own = /\bconst search = declareSearch\(\{([\s\S]*?)\}\)/.exec(code)?.[1] ?? ''
  return /\bsearch\b/.test(handle) && named.test(own)
}

/**
 * The server renders by the parameters that a route declares: a component cannot read any other.
 */
function checkDeclared(files: SourceFile[]): Violation[] {
  const byPath = new Map(files.map((file) => [file.path, file]))
  const routes = routeModules(files)
  return [...routes].flatMap((path) => {
    const route = byPath.get(path)
    if (!route || !path.endsWith('-screen.tsx')) return []
    const missing = [...partsOf(route, byPath, routes)].flatMap((part) =>
      readIn(part).filter((name) => !isDeclared(name, route)),
    )
    return [...new Set(missing)].map((name) => ({
      rule: 'declared-search',
      path,
      line: 1,
      message: `a part of this page reads the parameters of ${name}: name it in the search of the page's handle`,
    }))
  })
}

/** How pages read the query of their address. */
export const searchRules: Rule[] = [
  { name: 'no-raw-search', check: checkRaw },
  { name: 'declared-search', check: checkDeclared },
]
