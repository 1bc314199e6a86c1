import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { Problem } from '../problem.ts'
import { rootFolder } from '../settings.ts'

/** Whether this checkout has a file, named from its root. */
export const hasFile = (path: string) => existsSync(join(rootFolder, path))

/** A function of another room, loaded only when a command needs it: most commands must not pay for the server's modules. */
export async function loadFunction<F>(path: string, name: string): Promise<F> {
  if (!hasFile(path)) throw new Problem(`This checkout has no ${path}.`, 'Update the checkout.')
  const module = (await import(pathToFileURL(join(rootFolder, path)).href)) as Record<string, unknown>
  const found = module[name]
  if (typeof found !== 'function') throw new Problem(`${path} exports no function ${name}.`, 'Update the checkout.')
  return found as F
}
