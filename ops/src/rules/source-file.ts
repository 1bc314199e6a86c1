import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { dirname, extname, join, posix } from 'node:path'

export type ImportLine = { specifier: string; line: number; isExport: boolean }
export type SourceFile = {
  /** From the root of the checkout, with `/`. */
  path: string
  text: string
  /** The text with comments blanked out, lines kept. */
  code: string
  imports: ImportLine[]
  isTest: boolean
}
export type Violation = { rule: string; path: string; line: number; message: string }
export type Rule = { name: string; check: (files: SourceFile[]) => Violation[] }

const codeKinds = new Set(['.ts', '.tsx', '.mjs', '.js', '.mts', '.cts', '.jsx'])

/** Whether a file is written in TypeScript or JavaScript. */
export const isCode = ({ path }: Pick<SourceFile, 'path'>) => codeKinds.has(extname(path))

const isTestPath = (path: string) => /\.(test|spec)\.tsx?$|(^|\/)(testing|tests)\/|^e2e\//.test(path)

const lineAt = (text: string, index: number) => text.slice(0, index).split('\n').length

// Blanks comments but leaves strings: a `//` inside quotes is an address, not a comment.
const tokens = /'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`|\/\/[^\n]*|\/\*[\s\S]*?\*\//g

function withoutComments(text: string): string {
  return text.replace(tokens, (token) => (token.startsWith('/') ? token.replace(/[^\n]/g, ' ') : token))
}

const importPattern =
  /^[ \t]*(import|export)\b(?:[^'"`;=()]*?\bfrom\s*)?\s*(['"])([^'"\n]+)\2|\bimport\s*\(\s*(['"])([^'"\n]+)\4\s*\)/gm

function findImports(code: string): ImportLine[] {
  return [...code.matchAll(importPattern)].map((match) => ({
    specifier: match[3] ?? match[5] ?? '',
    line: lineAt(code, match.index + match[0].search(/\S/)),
    isExport: match[1] === 'export',
  }))
}

/** Reads one file into the form that the rules check. */
export function parseSource(path: string, text: string): SourceFile {
  const code = codeKinds.has(extname(path)) ? withoutComments(text) : text
  return { path, text, code, imports: codeKinds.has(extname(path)) ? findImports(code) : [], isTest: isTestPath(path) }
}

/** The room (first folder) and path of an import; undefined for third-party packages. */
export function resolveImport(file: SourceFile, specifier: string): { room: string; path: string } | undefined {
  const own = /^@kura\/([a-z0-9]+)(?:\/(.*))?$/.exec(specifier)
  if (own?.[1]) return { room: own[1], path: `${own[1]}/src/${own[2] ?? ''}.ts` }
  if (!specifier.startsWith('.')) return undefined
  const path = posix.normalize(posix.join(dirname(file.path), specifier))
  return { room: path.split('/')[0] ?? '', path }
}

const skippedKinds = /\.(avif|webp|png|jpe?g|gif|woff2?|gz|br|zst|wasm|pdf|ico|lock)$|^package-lock\.json$/

/** Every text file of a checkout that git tracks or would add. */
export function readSources(root: string): SourceFile[] {
  const listed = spawnSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    maxBuffer: 1e8,
  })
  const paths = String(listed.stdout).split('\0').filter(Boolean)
  return [...new Set(paths)]
    .filter((path) => !skippedKinds.test(path) && existsSync(join(root, path)) && statSync(join(root, path)).size < 2e6)
    .map((path) => parseSource(path, readFileSync(join(root, path), 'utf8')))
}

/** Every match of a pattern in the code of a file, as violations. */
export function matches(file: SourceFile, pattern: RegExp, rule: string, message: string): Violation[] {
  return [...file.code.matchAll(pattern)].map((match) => ({
    rule,
    path: file.path,
    line: lineAt(file.code, match.index + Math.max(match[0].search(/\S/), 0)),
    message,
  }))
}
