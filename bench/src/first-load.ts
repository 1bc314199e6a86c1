import { readdir, readFile } from 'node:fs/promises'
import { join, posix } from 'node:path'
import { gzipSync } from 'node:zlib'
import { findWebBuild } from '@kura/server/platform/pages/render-page'

type Part = { module: string; imports?: string[] }
type Manifest = {
  entry: Part
  routes: Record<string, (Part & { path?: string; parentId?: string; index?: boolean }) | undefined>
}

/** The pages whose first load is measured, by the path of their route. */
const watched = { home: '', item: 'items/:itemId', login: 'login' }

/** Bytes of JavaScript, gzip, that a first visit to a page loads. */
export type FirstLoad = { page: string; bytes: number; files: string[] }

/**
 * What the browser loads before a page works: the entry, the root, the route, the route manifest and all they import statically,
 * and the words of the larger language. What loads on use (wallet, card form, other screens) is not part of it.
 */
export async function firstLoads(): Promise<FirstLoad[]> {
  const build = await findWebBuild()
  if (build === undefined) throw new Error('the pages are not built')
  const client = join(build, 'client')
  const names = await readdir(join(client, 'assets'))
  const manifestName = names.find((name) => /^manifest-[\w-]+\.js$/.test(name)) ?? ''
  const text = await readFile(join(client, 'assets', manifestName), 'utf8')
  const manifest = JSON.parse(text.slice(text.indexOf('=') + 1).replace(/;\s*$/, '')) as Manifest
  const words = await largest(
    client,
    names.filter((name) => /^(ja|en)-[\w-]+\.js$/.test(name)),
  )
  const always = [manifest.entry, manifest.routes['root']].flatMap((part) => part?.module ?? [])
  const loads: FirstLoad[] = []
  for (const [page, path] of Object.entries(watched)) {
    const route = Object.values(manifest.routes).find(
      (one) => one?.parentId === 'root' && (path === '' ? one.index === true : one.path === path),
    )
    if (!route) throw new Error(`there is no route for ${page}`)
    const files = await closure(client, [...always, route.module, `/assets/${manifestName}`, `/assets/${words}`])
    loads.push({ page, bytes: await gzipBytes(client, files), files })
  }
  return loads
}

/** The files and everything they import statically. */
async function closure(client: string, start: string[]): Promise<string[]> {
  const found = new Set<string>()
  const waiting = [...start]
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (found.has(file)) continue
    found.add(file)
    const code = await readFile(join(client, file), 'utf8')
    for (const [, name = ''] of code.matchAll(/\b(?:import|from)\s*["'](\.{1,2}\/[^"']+\.js)["']/g))
      waiting.push(posix.join(posix.dirname(file), name))
  }
  return [...found].sort()
}

async function gzipBytes(client: string, files: readonly string[]): Promise<number> {
  let bytes = 0
  for (const file of files) bytes += gzipSync(await readFile(join(client, file)), { level: 9 }).length
  return bytes
}

async function largest(client: string, names: string[]): Promise<string> {
  let most = { name: '', bytes: -1 }
  for (const name of names) {
    const bytes = await gzipBytes(client, [`/assets/${name}`])
    if (bytes > most.bytes) most = { name, bytes }
  }
  return most.name
}
