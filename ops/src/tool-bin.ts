import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { rootFolder } from './settings.ts'

/** Returns the script behind a command of an installed package. */
export function binOf(packageName: string, command: string, from = rootFolder): string {
  const require = createRequire(join(from, 'package.json'))
  for (const base of require.resolve.paths(packageName) ?? []) {
    const manifest = join(base, packageName, 'package.json')
    if (!existsSync(manifest)) continue
    const { bin } = JSON.parse(readFileSync(manifest, 'utf8')) as { bin: string | Record<string, string> }
    const file = typeof bin === 'string' ? bin : bin[command]
    if (file) return join(dirname(manifest), file)
  }
  throw new Error(`${packageName} is not installed`)
}
