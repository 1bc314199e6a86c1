import { posix } from 'node:path'
import type { Rule, SourceFile, Violation } from './source-file.ts'

/** `a path`, or the target of a [link](path). */
const named = /`([^`\s]+)`|\]\(([^)\s#]+)/g
const isPattern = (name: string) => /[<>{}*…$:|=?&(]|NNNN/.test(name)
const isSource = (name: string) => /\.(?:[cm]?[jt]sx?|sql|cdc|md|css)$/.test(name)
/** The rules read text files only, so they do not know pictures. */
const isPicture = (name: string) => /\.(?:webp|png|avif|svg)$/.test(name)

/** Every file and every folder. */
function pathsOf(files: SourceFile[]): Set<string> {
  const paths = new Set<string>()
  for (const { path } of files) for (let at = path; at !== '.' && !paths.has(at); at = posix.dirname(at)) paths.add(at)
  return paths
}

/** Whether a document may name this: a whole path, or its end when the context gives the folder. */
function isThere(name: string, paths: ReadonlySet<string>, rooms: ReadonlySet<string>): boolean {
  const path = name.replace(/\/$/, '')
  if (paths.has(path)) return true
  const isWhole = path.includes('/') && rooms.has(path.split('/')[0] ?? '')
  if (isWhole || !isSource(path)) return !isWhole
  return [...paths].some((one) => one.endsWith(`/${path}`))
}

function checkPaths(files: SourceFile[]): Violation[] {
  const paths = pathsOf(files)
  const rooms = new Set(files.filter(({ path }) => path.includes('/')).map(({ path }) => path.split('/')[0] ?? ''))
  return files
    .filter(({ path }) => path.endsWith('.md') && path !== 'CHANGELOG.md')
    .flatMap((file) =>
      file.text.split('\n').flatMap((line, at) =>
        [...line.matchAll(named)].flatMap(([, word, link]) => {
          const isKnown = link
            ? /^[a-z]+:/.test(link) || paths.has(posix.join(posix.dirname(file.path), link).replace(/\/$/, ''))
            : isPattern(word ?? '') || isThere(word ?? '', paths, rooms)
          const name = link ?? word ?? ''
          if (isKnown || isPicture(name) || /^[./]/.test(word ?? '')) return []
          return [{ rule: 'doc-paths', path: file.path, line: at + 1, message: `${name} is not in the checkout` }]
        }),
      ),
    )
}

/** The map of a README has a line for each room. */
function checkMap(files: SourceFile[]): Violation[] {
  const rooms = new Set(files.flatMap(({ path }) => /^([a-z0-9]\w*)\//.exec(path)?.[1] ?? []))
  return files
    .filter(({ path }) => /^README(?:\.\w+)?\.md$/.test(path))
    .flatMap((file) =>
      [...rooms]
        .filter((room) => !new RegExp(`^${room}/ `, 'm').test(file.text))
        .map((room) => ({ rule: 'map', path: file.path, line: 1, message: `the map has no line for ${room}/` })),
    )
}

/** Documents name what exists. */
export const docRules: Rule[] = [
  { name: 'doc-paths', check: checkPaths },
  { name: 'map', check: checkMap },
]
