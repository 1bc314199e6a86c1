import { readdir, readFile, writeFile } from 'node:fs/promises'
import { pathToFileURL } from 'node:url'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { laterNamespaces } from './app/words/i18n-options.ts'

type Assets = {
  entry: { module: string; imports?: string[] }
  routes: Record<string, { module: string; imports?: string[] } | undefined>
}

/**
 * Compresses the scripts and styles once, so that no request pays for it, tells the server where the words of each language are,
 * and prints what a first visit loads.
 */
export async function finishBuild(build: string): Promise<void> {
  const assets = `${build}client/assets/`
  await slimManifest(assets)
  for (const name of await readdir(assets)) {
    if (!/\.(js|css|svg)$/.test(name)) continue
    const file = await readFile(assets + name)
    await writeFile(`${assets}${name}.gz`, gzipSync(file, { level: 9 }))
    const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }
    await writeFile(`${assets}${name}.br`, brotliCompressSync(file, quality))
  }
  const words = { ja: await wordsFile(build, 'ja'), en: await wordsFile(build, 'en') }
  await writeFile(`${build}server/words.json`, JSON.stringify(words))
  for (const [route, bytes] of Object.entries(await firstLoads(build))) {
    console.log(`first load of ${route}: ${(bytes / 1000).toFixed(1)} kB of JavaScript, gzip`)
  }
}

type Manifest = { routes: Record<string, { imports?: string[] } | undefined> }

/**
 * Takes from the browser's list of routes which scripts each imports: it is most of that file and serves only links that fetch ahead,
 * which there are none of. The server keeps its own list, by which a page names the scripts it needs.
 */
async function slimManifest(assets: string): Promise<void> {
  const names = (await readdir(assets)).filter((name) => /^manifest-[\w-]+\.js$/.test(name))
  if (names.length !== 1) throw new Error(`the routes are in ${names.length} files`)
  const text = await readFile(assets + names[0], 'utf8')
  const begin = text.indexOf('=') + 1
  const manifest = JSON.parse(text.slice(begin).replace(/;\s*$/, '')) as Manifest
  for (const [id, route] of Object.entries(manifest.routes)) if (route && id !== 'root') route.imports = []
  await writeFile(assets + names[0], `${text.slice(0, begin)}${JSON.stringify(manifest)};`)
}

/** Bytes of JavaScript, gzip, that a first visit to a route loads: entry, root, the route and the words it needs of one language. */
export async function firstLoads(build: string): Promise<Record<string, number>> {
  const { assets: manifest } = (await import(/* @vite-ignore */ pathToFileURL(`${build}server/index.js`).href)) as {
    assets: Assets
  }
  const root = manifest.routes['root']
  const shared = [manifest.entry.module, ...(manifest.entry.imports ?? []), await wordsFile(build, 'ja')]
  const later = await laterWords(build)
  const loads: Record<string, number> = {}
  for (const [id, route] of Object.entries(manifest.routes)) {
    if (!route || !root || id === 'root') continue
    const files = new Set([...shared, root.module, ...(root.imports ?? []), route.module, ...(route.imports ?? [])])
    for (const { file, waiting } of later) if (waiting.some((each) => files.has(each))) files.add(file)
    loads[id] = await gzipBytes(build, files)
  }
  return loads
}

type LaterWords = { file: string; waiting: string[] }

/** The Japanese words of each namespace that loads later, and the scripts that wait for them. */
async function laterWords(build: string): Promise<LaterWords[]> {
  const names = (await readdir(`${build}client/assets`)).filter((name) => name.endsWith('.js'))
  const scripts = await Promise.all(
    names.map(async (name) => ({
      file: `/assets/${name}`,
      name,
      text: await readFile(`${build}client/assets/${name}`, 'utf8'),
    })),
  )
  return laterNamespaces.map((namespace) => {
    const words = scripts.filter(
      ({ name, text }) => new RegExp(`^${namespace}-[\\w-]{8}\\.js$`).test(name) && /[\u3041-\u30ff]/.test(text),
    )
    const waits = new RegExp(`await [\\w$]+\\(["'\`]${namespace}["'\`]\\)`)
    const waiting = scripts.filter(({ text }) => waits.test(text)).map(({ file }) => file)
    if (words.length !== 1 || !words[0] || waiting.length === 0)
      throw new Error(`the words of ${namespace} are in ${words.length} files, awaited by ${waiting.length}`)
    return { file: words[0].file, waiting }
  })
}

/** The file of the words of a language: a chunk of its own, named after its module. */
async function wordsFile(build: string, language: 'ja' | 'en'): Promise<string> {
  const found = (await readdir(`${build}client/assets`)).filter((name) =>
    new RegExp(`^${language}-[\\w-]+\\.js$`).test(name),
  )
  if (found.length !== 1) throw new Error(`the words of ${language} are in ${found.length} files`)
  return `/assets/${found[0]}`
}

async function gzipBytes(build: string, files: Set<string>): Promise<number> {
  let bytes = 0
  for (const file of files) bytes += gzipSync(await readFile(`${build}client${file}`), { level: 9 }).length
  return bytes
}
