import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { withLock } from '@kura/db/file-lock'
import { Problem } from '../problem.ts'
import { rootFolder } from '../settings.ts'
import { binOf } from '../tool-bin.ts'

const webFolder = join(rootFolder, 'web')
const buildFolder = join(webFolder, 'build')
const stampFile = join(buildFolder, '.sources')
const skipped = new Set(['node_modules', 'build', '.react-router'])

function listSources(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (skipped.has(entry.name) || entry.name.startsWith('build.') || entry.name.includes('.test.')) return []
    const path = join(folder, entry.name)
    return entry.isDirectory() ? listSources(path) : entry.isFile() ? [path] : []
  })
}

/** A hash over everything the pages are built from. */
export function webSourcesHash(): string {
  const hash = createHash('sha256')
  const files = [
    ...listSources(webFolder),
    ...listSources(join(rootFolder, 'contract')),
    join(rootFolder, 'package-lock.json'),
  ]
  for (const path of files.sort())
    hash
      .update(`${relative(rootFolder, path)}\0`)
      .update(readFileSync(path))
      .update('\0')
  return hash.digest('hex')
}

const isCurrent = (hash: string) => existsSync(stampFile) && readFileSync(stampFile, 'utf8') === hash

function runBuild(target: string, stop: AbortSignal): Promise<void> {
  const bin = binOf('@react-router/dev', 'react-router', webFolder)
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [bin, 'build'], {
      cwd: webFolder,
      env: { ...process.env, NODE_ENV: 'production', WEB_BUILD_DIR: relative(webFolder, target), NO_COLOR: '1' },
      stdio: ['ignore', 'pipe', 'pipe'],
      signal: stop,
    })
    let output = ''
    child.stdout.on('data', (chunk: Buffer) => (output += String(chunk)))
    child.stderr.on('data', (chunk: Buffer) => (output += String(chunk)))
    child.on('error', reject)
    child.on('close', (code) => {
      if (code === 0) return resolve()
      reject(
        new Problem(
          `Building the pages failed:\n${output.trim().split('\n').slice(-25).join('\n')}`,
          'Repair what the lines above name.',
        ),
      )
    })
  })
}

/** Puts the new build in the place of the old one; whoever serves the old one keeps its open files. */
function swap(target: string) {
  const old = `${buildFolder}.old-${process.pid}`
  rmSync(old, { recursive: true, force: true })
  if (existsSync(buildFolder)) renameSync(buildFolder, old)
  renameSync(target, buildFolder)
  rmSync(old, { recursive: true, force: true })
}

/** Builds the pages unless the build of exactly these sources is there. Built beside and moved whole. */
export async function buildWeb(stop: AbortSignal): Promise<string> {
  if (isCurrent(webSourcesHash())) return 'up to date'
  return withLock(join(rootFolder, 'node_modules', '.kura-web-build.lock'), async () => {
    const hash = webSourcesHash()
    if (isCurrent(hash)) return 'up to date'
    // From here to the new stamp the build counts as missing, whatever interrupts us.
    rmSync(stampFile, { force: true })
    const target = join(webFolder, `build.new-${process.pid}`)
    try {
      await runBuild(target, stop)
      // A web config that does not know WEB_BUILD_DIR has built in place: then there is nothing to move.
      if (existsSync(target)) swap(target)
      writeFileSync(stampFile, hash)
    } finally {
      rmSync(target, { recursive: true, force: true })
    }
    return 'built'
  })
}
