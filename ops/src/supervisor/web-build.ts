import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { withLock } from '@kura/db/file-lock'
import { Problem } from '../problem.ts'
import { rootFolder } from '../settings.ts'
import { binOf } from '../tool-bin.ts'
import { writeWhole } from './run-files.ts'

const webFolder = join(rootFolder, 'web')
const buildFolder = join(webFolder, 'build')
const pointerFile = join(buildFolder, 'current')
const skipped = new Set(['node_modules', 'build', '.react-router'])

function listSources(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (skipped.has(entry.name) || entry.name.includes('.test.')) return []
    const path = join(folder, entry.name)
    return entry.isDirectory() ? listSources(path) : entry.isFile() ? [path] : []
  })
}

/** A hash of everything the pages are built from. */
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
  return hash.digest('hex').slice(0, 16)
}

const isCurrent = (hash: string) =>
  existsSync(join(buildFolder, hash, 'complete')) &&
  existsSync(pointerFile) &&
  readFileSync(pointerFile, 'utf8') === hash

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

/** Keeps this build and the two before it: a server on an older build must find its files. */
function pruneBuilds(current: string) {
  const builds = readdirSync(buildFolder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => ({ name, at: statSync(join(buildFolder, name)).mtimeMs }))
    .sort((a, b) => b.at - a.at)
  for (const { name } of builds.slice(3)) {
    if (name !== current) rmSync(join(buildFolder, name), { recursive: true, force: true })
  }
}

/**
 * Builds the pages unless exactly these sources are built already. Each build has a folder named
 * for its sources, and `web/build/current` names the one to serve, so that servers on an earlier
 * build keep their files.
 */
export async function buildWeb(stop: AbortSignal): Promise<string> {
  if (isCurrent(webSourcesHash())) return 'up to date'
  return withLock(join(rootFolder, 'node_modules', '.kura-web-build.lock'), async () => {
    const hash = webSourcesHash()
    if (isCurrent(hash)) return 'up to date'
    const target = join(buildFolder, hash)
    const isThere = existsSync(join(target, 'complete'))
    if (!isThere) {
      rmSync(target, { recursive: true, force: true })
      await runBuild(target, stop)
      writeFileSync(join(target, 'complete'), '')
    }
    writeWhole(pointerFile, hash, 0o644)
    pruneBuilds(hash)
    return isThere ? 'an earlier build serves again' : 'built'
  })
}
