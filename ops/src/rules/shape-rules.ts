import { basename } from 'node:path'
import { isCode, matches } from './source-file.ts'
import type { Rule, SourceFile, Violation } from './source-file.ts'

/**
 * Modules that a tool loads by their default export, and the bench's reference page, a separate
 * application.
 */
const isForTool = (path: string) => /\.config\.m?ts$|-reporter\.ts$|^bench\/reference\/page\//.test(path)

/** The modules React Router loads by their default export, as web/app/routes.ts names them. */
export function routeModules(files: SourceFile[]): Set<string> {
  const routes = files.find((file) => file.path === 'web/app/routes.ts')
  const named = [...(routes?.code ?? '').matchAll(/['"]([^'"]+\.tsx?)['"]/g)].map(
    (match) => `web/app/${match[1]?.replace(/^\.\//, '')}`,
  )
  return new Set([
    ...named,
    'web/app/root.tsx',
    'web/app/routes.ts',
    'web/app/entry.server.tsx',
    'web/app/entry.client.tsx',
  ])
}

function checkDefaultExports(files: SourceFile[]): Violation[] {
  const routes = routeModules(files)
  return files
    .filter((file) => isCode(file) && !routes.has(file.path) && !isForTool(file.path))
    .flatMap((file) =>
      matches(
        file,
        /^export\s+(?:default\b|\{[^}]*\bas\s+default\b)/gm,
        'no-default-export',
        'export it by name; only route modules and configuration have a default export',
      ),
    )
}

function checkBarrel(file: SourceFile): Violation[] {
  const stars = matches(file, /^export\s+\*/gm, 'no-barrel', 'name what is exported, in the file that makes it')
  if (stars.length > 0) return stars
  const rest = file.code.replace(/^(?:import|export)\s+(?:type\s+)?[^;'"=()]*?from\s*['"][^'"]+['"];?$/gm, '').trim()
  const passesOn = file.imports.some(({ isExport }) => isExport)
  const isIndex = /^index\.(ts|tsx|js|mjs)$/.test(basename(file.path))
  if (!isIndex && !(passesOn && rest === '')) return []
  return [
    {
      rule: 'no-barrel',
      path: file.path,
      line: 1,
      message: 'a file that only passes others on hides where things are',
    },
  ]
}

const limit = 350

function checkLength(file: SourceFile): Violation[] {
  const lines = file.text.split('\n').length - 1
  if (lines <= limit) return []
  const message = `${lines} lines, the limit is ${limit}: split it by verb`
  return [{ rule: 'file-length', path: file.path, line: limit + 1, message }]
}

function checkName(file: SourceFile): Violation[] {
  const parts = file.path.split('/')
  const name = parts.at(-1) ?? ''
  const wrong = parts.includes('utils') || !/^[a-z0-9$_.-]+$/.test(name)
  if (!wrong) return []
  const message = 'files are kebab-case and named for what they hold; there is no utils'
  return [{ rule: 'file-name', path: file.path, line: 1, message }]
}

const perFile = (
  name: string,
  check: (file: SourceFile) => Violation[],
  wants: (file: SourceFile) => boolean = isCode,
): Rule => ({
  name,
  check: (files) => files.filter(wants).flatMap(check),
})

/** Rules for the shape of a file. */
export const shapeRules: Rule[] = [
  { name: 'no-default-export', check: checkDefaultExports },
  perFile('no-barrel', checkBarrel),
  perFile('no-enum', (file) =>
    matches(
      file,
      /^\s*(?:export\s+|declare\s+|const\s+)*enum\s+\w+/gm,
      'no-enum',
      'use an array `as const`, or a union of literals',
    ),
  ),
  perFile('only-error-classes', (file) =>
    matches(
      file,
      /^\s*(?:export\s+)?(?:abstract\s+)?class\s+\w+(?!\s*(?:<[^>]*>)?\s+extends\s+\w*(?:Error|Problem)\b)(?=[\s<{])/gm,
      'only-error-classes',
      'only errors are classes; use a function that returns an object',
    ),
  ),
  perFile('file-length', checkLength, (file) => isCode(file) || file.path.endsWith('.css')),
  perFile('file-name', checkName),
  perFile(
    'no-style-prop',
    (file) =>
      matches(file, /\sstyle=\{/g, 'no-style-prop', 'the content security policy refuses inline styles; use a class'),
    (file) => file.path.startsWith('web/app/') && file.path.endsWith('.tsx') && !file.isTest,
  ),
  perFile(
    'words-in-lists',
    (file) =>
      matches(
        file,
        /[\u3041-\u30fa\u4e00-\u9fff]{2}/g,
        'words-in-lists',
        'a text stands in the words, in both languages',
      ),
    // the gallery shows the parts of a page with samples of text, to engineers
    ({ path, isTest }) => /^web\/app\/(?!words\/|shell\/gallery\/).*\.tsx?$/.test(path) && !isTest,
  ),
]
