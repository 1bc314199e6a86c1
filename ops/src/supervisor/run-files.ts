import { mkdirSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { isAlive, signal, waitUntilGone } from '@kura/db/process-identity'
import type { ProcessIdentity } from '@kura/db/process-identity'

/** Writes a file atomically. */
export function writeWhole(path: string, text: string, mode = 0o600) {
  mkdirSync(dirname(path), { recursive: true })
  const draft = `${path}.${process.pid}.new`
  writeFileSync(draft, text, { mode })
  renameSync(draft, path)
}

const folderOf = (home: string) => join(home, 'run')
const fileOf = (home: string, name: string) => join(folderOf(home), `${name}.pid`)

/** Records a child, so that a later start can find it. */
export const rememberChild = (home: string, name: string, child: ProcessIdentity) =>
  writeWhole(fileOf(home, name), JSON.stringify(child))

/** Removes the record of a child that is gone. */
export const forgetChild = (home: string, name: string) => rmSync(fileOf(home, name), { force: true })

/** The recorded children that still run. */
export function listChildren(home: string): { name: string; process: ProcessIdentity }[] {
  let files: string[]
  try {
    files = readdirSync(folderOf(home)).filter((file) => file.endsWith('.pid'))
  } catch {
    return []
  }
  return files.flatMap((file) => {
    try {
      const child = JSON.parse(readFileSync(join(folderOf(home), file), 'utf8')) as ProcessIdentity
      return isAlive(child) ? [{ name: file.slice(0, -'.pid'.length), process: child }] : []
    } catch {
      return []
    }
  })
}

/** Kills a child with everything it started: children lead a process group of their own. */
export function killGroup(child: ProcessIdentity) {
  if (!isAlive(child)) return
  try {
    process.kill(-child.pid, 'SIGKILL')
  } catch {
    signal(child, 'SIGKILL')
  }
}

/** Ends a child: asks, waits, then kills it. */
export async function endChild(child: ProcessIdentity, graceMs: number) {
  signal(child, 'SIGTERM')
  if (await waitUntilGone(child, graceMs)) return
  killGroup(child)
  await waitUntilGone(child, 5000)
}
